~import lamp
lamp.beam()
