/** Numbers that follow from a seed alone, so that a measurement can be repeated on the same data. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number, at least 0 and below `below`. */
  below(below: number): number
  pick<Item>(items: readonly Item[]): Item
  /** In the form of the product's ids. */
  uuid(): string
}

export function randomFrom(seed: number): Random {
  let state = seed
  /** Returns the next 32 bits of the generator Mulberry32. */
  const word = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => word() / 2 ** 32
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    uuid: () => {
      const hex = [word(), word(), word(), word()].map((each) => each.toString(16).padStart(8, '0')).join('')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
