import { type CollisionDetector, CollisionPriority, CollisionType } from '@dnd-kit/abstract'
import { Rectangle } from '@dnd-kit/geometry'

/** What is dragged, as far as places are concerned: the point under the finger. */
export const pointShape = ({ x, y }: { readonly x: number; readonly y: number }): Rectangle =>
  new Rectangle(x - 1, y - 1, 2, 2)

/** A place is meant when the point of {@link pointShape} lies in it; the smaller of two that lie in each other. */
export const underPointer: CollisionDetector = ({ dragOperation, droppable }) => {
  const point = dragOperation.shape?.current.center
  if (!point || !droppable.shape?.containsPoint(point)) return null
  return {
    id: droppable.id,
    value: 1 / droppable.shape.area,
    type: CollisionType.PointerIntersection,
    priority: CollisionPriority.High,
  }
}
