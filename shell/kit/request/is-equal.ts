/**
 * Returns whether two values are the same as JSON. An undefined field counts as left out, and fields may stand in any
 * order. A value that is no JSON, such as a file, equals only itself.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  if (!isRecord(one) || !isRecord(other)) return false
  return Object.keys({ ...one, ...other }).every((name) => isEqual(one[name], other[name]))
}

/** Returns whether the value is an object as JSON makes it. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
