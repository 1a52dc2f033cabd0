import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Code that opens something over the page that a user may want to close by Back. */
const opens =
  /@base-ui\/react\/(?!csp-provider|tabs'|toast'|tooltip')[\w-]+'|\.showModal\(|\.showPopover\(|<dialog\b|data-menu-open|role="(?:alert)?dialog"/
/** Calls by which it takes part: each gives it an entry in the history while it is open. */
const takesPart = /\b(?:useBackCloses|useAsksToClose|useMenu)\(|\buseMenu</

const isLeftOut = (source: string): boolean => opens.test(source) && !takesPart.test(source)

const screens = globSync('{shell,mfe-*}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/node_modules|dist\/|\.spec\./.test(file),
)
const readSource = (file: string) => readFileSync(resolve(root, file), 'utf8')

/** They open nothing: selectors and the styles of what others open. */
const openNothing = ['shell/kit/components/layout/focus-in-sight.ts', 'shell/src/release/new-version-bar.tsx']

describe('what opens over a page', () => {
  it('is closed by Back', () => {
    expect(screens.filter((file) => isLeftOut(readSource(file)) && !openNothing.includes(file))).toEqual([])
  })

  it('is found in all that the kit has of it', () => {
    const found = screens.filter((file) => opens.test(readSource(file)))
    for (const name of ['confirm-dialog', 'dialog', 'popover'])
      expect(found).toContain(`shell/kit/components/overlays/${name}.tsx`)
  })

  it.each([
    ["import { Select as Base } from '@base-ui/react/select'", true],
    ['const open = () => dialog.current?.showModal()', true],
    ["import { Drawer } from '@base-ui/react/drawer'\nuseBackCloses(open, onClose)", false],
    ["import { Tabs as Base } from '@base-ui/react/tabs'", false],
  ])('%s is left out: %s', (source, expected) => {
    expect(isLeftOut(source)).toBe(expected)
  })
})
