import { call } from '@ultimate/kit/request/api.ts'
import type { DishChange } from '../board/facts.ts'

/** Marks a dish as done, or takes that back. Resolves with the dish as it is then. */
export async function emptyDish({ kind, dish, attempt: { key, at } }: Exclude<DishChange, { kind: 'move' }>) {
  const request = { params: { id: dish }, body: { emptied: kind === 'done', at } }
  return (await call('PUT /api/dinner-management/items/{id}/empty', request, { idempotencyKey: key })).item
}
