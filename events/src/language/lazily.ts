/**
 * Returns a function that gives what `make` makes, which runs at the first call only. Among others for formats and
 * collators of `Intl`: the first one of a page costs a phone tens of milliseconds, so none is made while the page's
 * code is loaded.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
