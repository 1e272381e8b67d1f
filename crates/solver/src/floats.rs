//! Numbers worth trying.

use assay_expr::float::{default_nan, from_order, from_signed, infinity, order, sign_mask};
use assay_expr::{Format, Value};

/// Numbers at which programs change their behaviour.
pub(crate) fn special_values(format: Format) -> Vec<Value> {
    let top = order(format, infinity(format));
    let smallest_normal = 1i128 << (format.precision() - 1);
    let positive = [0, top, top - 1, 1, smallest_normal, smallest_normal - 1];
    let mut values: Vec<Value> = vec![default_nan(format), default_nan(format) ^ sign_mask(format)];
    for place in positive {
        values.push(from_order(format, place));
        values.push(from_order(format, place) | sign_mask(format));
    }
    for integer in [1i128, 2, 3, 10, 100, 1000, 1 << 24, i128::from(i32::MAX), 1 << 53] {
        values.push(from_signed(format, integer as Value, 128));
        values.push(from_signed(format, (-integer) as Value, 128));
    }
    values
}
