/** Lets a few through at a time, the others in their order. Entering returns how to leave, before the turn as well. */
export function uploadQueue(places: number): (onTurn: () => void) => () => void {
  const inside = new Set<() => void>()
  const waiting: (() => void)[] = []
  const admit = () => {
    while (inside.size < places) {
      const next = waiting.shift()
      if (!next) return
      inside.add(next)
      next()
    }
  }
  return (onTurn) => {
    const turn = () => onTurn()
    waiting.push(turn)
    admit()
    return () => {
      const place = waiting.indexOf(turn)
      if (place >= 0) waiting.splice(place, 1)
      inside.delete(turn)
      admit()
    }
  }
}
