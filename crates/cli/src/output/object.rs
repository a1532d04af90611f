//! Writes JSON objects whose fields are computed while they are written.

/// Serialises an object with the given fields, in this order.
///
/// A field with `?` is left out if its value is `None`. After `..` come names and values of more fields.
macro_rules! object {
    ($serializer:ident, { $($fields:tt)* }) => {{
        let mut object = serde::Serializer::serialize_map($serializer, None)?;
        $crate::output::object::entries!(object, $($fields)*);
        serde::ser::SerializeMap::end(object)
    }};
}

macro_rules! entries {
    ($object:ident,) => {};
    ($object:ident, ..$named:expr, $($others:tt)*) => {
        for (name, value) in $named {
            serde::ser::SerializeMap::serialize_entry(&mut $object, name, value)?;
        }
        $crate::output::object::entries!($object, $($others)*);
    };
    ($object:ident, $name:tt: $value:expr, $($others:tt)*) => {
        serde::ser::SerializeMap::serialize_entry(&mut $object, $name, &$value)?;
        $crate::output::object::entries!($object, $($others)*);
    };
    ($object:ident, $name:tt?: $value:expr, $($others:tt)*) => {
        if let Some(value) = &$value {
            serde::ser::SerializeMap::serialize_entry(&mut $object, $name, value)?;
        }
        $crate::output::object::entries!($object, $($others)*);
    };
}

pub(crate) use {entries, object};
