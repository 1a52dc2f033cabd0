/**
 * Returns a function that runs `make` at its first call and returns that value again later. Used for formats and
 * collators of `Intl`: the first one of a page costs a phone tens of milliseconds, so none is made while the page's
 * code is loaded.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}
