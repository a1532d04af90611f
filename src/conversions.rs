//! The errors of parts of the library as the one error of the library.

use crate::Error;
use crate::hands::RecordedError;
use crate::mixing::RoutineMixingError;
use crate::statistics::LawError;
use crate::word::{FitError, FormulaError, WordError};

macro_rules! convert {
    ($($error:ty),*) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error::Refused(error.to_string())
            }
        })*
    };
}

convert!(
    WordError,
    FitError,
    FormulaError,
    RecordedError,
    RoutineMixingError,
    LawError
);
