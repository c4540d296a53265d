lamp = Lamp.new
lamp.raise
# tag::beam[]
lamp.beam(3)
lamp.rest
# end::beam[]
