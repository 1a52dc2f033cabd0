import { expect, it } from 'vitest'
import { storedBoard } from './board/board-query.ts'
import { storedChecklist } from './check-in/checklist-query.ts'
import { dishes, servers } from './check-in/kinds.ts'
import { storedKitchen } from './pages/kitchen-page.tsx'
import { part } from './part.ts'

it('announces by their names the answers that its pages store for offline work', () => {
  const offline = part.pages.flatMap((page) => ('offline' in page ? [[page.path, page.offline]] : []))
  expect(Object.fromEntries(offline)).toEqual({
    '/dinner/checkin': storedChecklist(dishes).key.join('/'),
    '/dinner/server-checkin': storedChecklist(servers).key.join('/'),
    '/dinner/management': storedBoard.key.join('/'),
    '/dinner/kitchen': storedKitchen.key.join('/'),
  })
})
