//! The progress of running requests. A page asks for it by the name that it gave to the request.

use std::cell::RefCell;
use std::collections::HashMap;

/// The progress of each running request, by the name of the request.
#[derive(Default)]
pub struct Progress {
    running: RefCell<HashMap<String, StepCount>>,
}

/// The number of steps that are done, and the total number of steps.
#[derive(Clone, Copy, Default)]
pub struct StepCount {
    pub done: u64,
    pub steps: u64,
}

/// Maximum number of bytes in the name of a request.
const MAX_NAME_BYTES: usize = 64;

impl Progress {
    /// Keeps the progress of the request `name` until the returned value is dropped. For a request without a name no
    /// progress is kept.
    pub fn follow(&self, name: Option<String>) -> Result<Followed<'_>, String> {
        if let Some(name) = &name {
            if name.is_empty() || name.len() > MAX_NAME_BYTES {
                return Err(format!(
                    "expected a name of 1 to {MAX_NAME_BYTES} bytes in X-Faro-Request"
                ));
            }
            if self
                .running
                .borrow_mut()
                .insert(name.clone(), StepCount::default())
                .is_some()
            {
                return Err(
                    "expected a name in X-Faro-Request that no other running request has".into(),
                );
            }
        }
        Ok(Followed {
            progress: self,
            name,
        })
    }

    pub fn of(&self, name: &str) -> Option<StepCount> {
        self.running.borrow().get(name).copied()
    }
}

pub struct Followed<'a> {
    progress: &'a Progress,
    name: Option<String>,
}

impl Followed<'_> {
    pub fn set(&self, done: u64, steps: u64) {
        let Some(name) = &self.name else { return };
        if let Some(known) = self.progress.running.borrow_mut().get_mut(name) {
            *known = StepCount { done, steps };
        }
    }
}

impl Drop for Followed<'_> {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            self.progress.running.borrow_mut().remove(name);
        }
    }
}
