import { expect, it } from 'vitest'
import { keptBoard } from './board/board-query.ts'
import { keptChecklist } from './check-in/checklist-query.ts'
import { dishes, servers } from './check-in/kinds.ts'
import { part } from './part.ts'

it('announces by their names the answers that its pages store for offline work', () => {
  const offline = part.pages.flatMap((page) => ('offline' in page ? [[page.path, page.offline]] : []))
  expect(Object.fromEntries(offline)).toEqual({
    '/dinner/checkin': keptChecklist(dishes).key.join('/'),
    '/dinner/server-checkin': keptChecklist(servers).key.join('/'),
    '/dinner/management': keptBoard.key.join('/'),
  })
})
