import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = (ending: string) =>
  globSync(`{shell,mfe-*}/**/*.${ending}`, { cwd: root }).filter((file) => !/node_modules|dist\//.test(file))
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')

/** Why these are not registered with `floating.ts` themselves. */
const others: Readonly<Record<string, string>> = {
  'shell/src/frame/frame.module.css .offlinePlace': 'takes no room: the bar inside it is registered',
  'mfe-staff/src/settings/settings-page.module.css .preview': 'stands beside the form, in a column of its own',
  'mfe-staff/src/audit/audit-page.module.css .newer': 'takes no room: the button inside it is registered',
  'mfe-tournament/src/teams/teams-page.module.css .staffTable thead': 'DataTable registers the head of every table',
  'mfe-tournament/src/pools/builder/workspace.module.css .side': 'a column of its own, beside the pools',
  'mfe-tournament/src/register/register-team-page.module.css .panel': 'a column of its own, beside the form',
  'mfe-dinner/src/board/zones/zones.module.css .zone[data-drop]': 'a column of its own, beside the other zones',
  'shell/kit/components/overlays/dialog.module.css .scrim': 'modal: what lies under it cannot have the focus',
  'shell/kit/components/overlays/dialog.module.css .viewport': 'modal: what lies under it cannot have the focus',
  'shell/kit/components/overlays/dialog.module.css .actions': 'the dialog scrolls by itself, with room for them',
  'shell/src/navigation/header.module.css .panel': 'modal: what lies under it cannot have the focus',
  'shell/kit/components/layout/page.module.css .skip': 'is drawn only while it has the focus itself',
  'shell/kit/styles/base.css .off-screen': 'is never in sight',
  'shell/src/xray/xray.module.css .layer': 'outlines, which cover nothing',
  'mfe-dinner/src/board/moves/picked-up-bar.module.css .ghost': 'follows the finger',
  'mfe-tournament/src/weekend/schedule/editor/draft-grid.module.css .day,\n.time':
    'the grid scrolls clear of it by its padding',
  'mfe-tournament/src/pools/drag-area.module.css .label': 'follows the finger',
}

/** `file selector` of each rule whose element leaves its place for the window. */
const floating = files('css').flatMap((file) =>
  [
    ...read(file)
      .replaceAll(/\/\*.*?\*\//gs, '')
      .matchAll(/([^{};]+)\{([^{}]*)\}/g),
  ]
    .filter(([, , body = '']) => /position:\s*(?:-webkit-)?(?:sticky|fixed)/.test(body))
    .map(([, selector = '']) => `${file} ${selector.trim()}`),
)

const screens = files('tsx')
const registered = screens.flatMap((file) => {
  const text = read(file)
  const sheets = new Map(
    [...text.matchAll(/import (\w+) from '(.+\.module\.css)'/g)].map(([, name = '', path = '']) => [
      name,
      resolve(root, file, '..', path).slice(root.length + 1),
    ]),
  )
  return [...text.matchAll(/ref=\{(?:floats\w+|sticks)\}[^>]*?className=\{(\w+)\['(\w+)'\]/g)].map(
    ([, name = '', className]) => `${sheets.get(name)} .${className}`,
  )
})

describe('what lies over pages', () => {
  it('is registered, so that it covers neither the focus nor an error, or says why it cannot', () => {
    expect(floating.filter((one) => !registered.includes(one) && !(one in others))).toEqual([])
  })

  it('has no reason left for what is gone', () => {
    expect(Object.keys(others).filter((one) => !floating.includes(one))).toEqual([])
  })
})
