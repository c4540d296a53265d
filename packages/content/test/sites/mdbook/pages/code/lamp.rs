use std::io;

// ANCHOR: all
// ANCHOR: lamp
struct Lamp {
    range: u32,
}
// ANCHOR_END: lamp

fn main() {
    // ANCHOR: beam
    let lamp = Lamp { range: 12 };
    println!("{}", lamp.range);
    // ANCHOR_END: beam
}
// ANCHOR_END: all
