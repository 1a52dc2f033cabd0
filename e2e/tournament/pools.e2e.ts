import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import {
  addPools,
  bidOf,
  chip,
  cutLine,
  expectPlaced,
  first,
  phone,
  place,
  save,
  saveAll,
  second,
  sheetOf,
  test,
} from '../fixtures/pools-page.ts'
import { expect, signIn } from '../fixtures/test.ts'

const unsaved = (page: Page) => page.getByText('Unsaved Changes...')
const question = (page: Page) => page.getByRole('alertdialog')
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
async function publishAll(page: Page): Promise<void> {
  await publish(page).click()
  await question(page).getByRole('button', { name: 'Publish' }).click()
  await expect(question(page)).toHaveCount(0)
}

test('published pools appear on a public page that is open, can be printed, and leave it again', async ({
  builder,
  another,
  ask,
}) => {
  const reader = await another('public', phone)
  await expect(reader.getByText('Final pools and schedules will be posted closer to the event weekend.')).toBeVisible()
  await expect(reader.getByText('preheating').first()).toBeVisible()
  await expect(publish(builder)).toBeDisabled()
  await addPools(builder, 2, 3)
  await ask('POST', '/register-team', bidOf('Late Layout (pools)'))
  await expect(chip(builder, 'Late Layout').first()).toBeVisible()
  await chip(builder, first).click()
  await place(builder, 'A2').click()
  await publishAll(builder)
  const sentence =
    'All division pools published successfully! They are now visible to the public and saved pools remain for future edits.'
  await expect(builder.getByText(sentence)).toBeVisible()
  await expect(builder.getByText(sentence)).toBeHidden()

  const pool = reader.getByRole('region', { name: 'Pool A' })
  await expect(pool).toContainText('1 team')
  await expect(pool.getByRole('listitem').nth(1)).toHaveText(`A2${first}Robin Ridge`)
  await expect(pool.getByRole('listitem').first()).toHaveText('A1Empty')
  await expect(reader.getByRole('region', { name: 'Pool B' })).toContainText('No teams assigned')
  await reader.getByRole('tab', { name: 'Recreational' }).click()
  await expect(reader.getByText('No pools published yet')).toBeVisible()
  expect(await sheetOf(reader)).toMatch(/Competitive.*Pool A.*A2.*Pool B.*Recreational.*No pools published yet/s)
  await reader.goto('/tournament/poolplay?division=comp#pool-b')
  await expect(reader.locator('[data-meant]')).toHaveAccessibleName('Pool B')
  expect(await reader.content()).not.toContain('555-0142')

  await builder.reload()
  await expect(builder.getByText('Loaded published pools as starting point for new changes')).toBeVisible()
  await builder.getByRole('button', { name: 'Unpublish' }).click()
  await expect(
    builder.getByText('All pools unpublished successfully! Published pools moved to saved configuration.'),
  ).toBeVisible()
  await expect(reader.getByText('preheating').first()).toBeVisible()
  await builder.reload()
  await expect(builder.getByText('Loaded saved pool configuration')).toBeVisible()
  await expectPlaced(builder, 'A2', first)
})

test('of two editors the second is told, sees what changed, and takes theirs or keeps his', async ({
  builder,
  another,
}) => {
  await addPools(builder, 1, 3)
  await saveAll(builder)
  const late = await another('td', phone)
  await chip(late, second).click()
  await place(late, 'A2').click()
  await chip(builder, first).click()
  await place(builder, 'A1').click()
  await saveAll(builder)

  await save(late).click()
  const dialog = late.getByRole('dialog', { name: /was faster/ })
  await expect(dialog).toContainText(`${first} placed on A1`)
  await expect(dialog).toContainText(`${second} placed on A2`)
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expectPlaced(late, 'A1', first)
  await expectPlaced(late, 'A2', 'Empty')

  await chip(late, second).click()
  await place(late, 'A2').click()
  await builder.getByRole('button', { name: `Remove ${first} from Pool A` }).click()
  await saveAll(builder)
  await save(late).click()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(late.getByText('Configuration saved successfully for all divisions!')).toBeVisible()
  await expectPlaced(builder, 'A1', first)
  await expectPlaced(builder, 'A2', second)
})

test('limits, the delete question and the history', async ({ builder }) => {
  for (const [count, size, sentence] of [
    ['0', '4', 'Number of pools must be at least 1'],
    ['11', '4', 'Number of pools cannot exceed 10'],
    ['2', '1', 'Pool size must be at least 2'],
    ['2', '9', 'Pool size cannot exceed 8'],
  ] as const) {
    await builder.getByLabel('Number of pools').fill(count)
    await builder.getByLabel('Pool size').fill(size)
    await expect(builder.getByText(sentence)).toBeVisible()
    await expect(builder.getByRole('button', { name: 'Add Pools' })).toBeDisabled()
  }
  await addPools(builder, 1, 3)
  await chip(builder, first).click()
  await place(builder, 'A1').click()
  await saveAll(builder)
  await builder.getByRole('button', { name: 'Delete Pool A' }).click()
  await expect(question(builder)).toContainText(
    'Are you sure you want to delete Pool A? This will remove 1 team(s) from the pool.',
  )
  await question(builder).getByRole('button', { name: 'Delete' }).click()
  await saveAll(builder)
  await expect(builder.getByText('No pools yet')).toBeVisible()

  await builder.getByRole('button', { name: 'History' }).click()
  const history = builder.getByRole('dialog', { name: 'History of Competitive pools' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Pool A deleted' }).first()).toBeVisible()
  await history
    .getByRole('button', { name: /Take back/ })
    .nth(1)
    .click()
  await expectPlaced(builder, 'A1', first)
  await expect(unsaved(builder)).toBeVisible()
  await builder.getByRole('button', { name: 'Discard' }).click()
  await expect(builder.getByText('No pools yet')).toBeVisible()
})

test('a state from long ago can be found in the history and taken back', async ({ builder, ask }) => {
  const saveOne = (name: string, size: number) =>
    ask('POST', '/pool-play/save', {
      division: 'comp',
      pools: [{ id: name, name: `Pool ${name}`, size, teams: Array<null>(size).fill(null) }],
    })
  await saveOne('Q', 4)
  for (let saved = 0; saved < 40; saved++) await saveOne('A', 2 + (saved % 2))
  await builder.getByRole('button', { name: 'History' }).click()
  const history = builder.getByRole('dialog', { name: 'History of Competitive pools' })
  const longAgo = history.getByRole('listitem').filter({ hasText: 'Pool Q added' })
  await history.getByRole('button', { name: 'Show older ones' }).click()
  await expect(
    history
      .getByRole('listitem')
      .filter({ hasText: /^Saved by/ })
      .nth(39),
  ).toBeAttached()
  await expect(longAgo).toHaveCount(0)
  await history.getByRole('button', { name: 'Show older ones' }).click()
  await longAgo
    .first()
    .getByRole('button', { name: /Take back/ })
    .click()
  await expectPlaced(builder, 'Q4', 'Empty')
  await expect(unsaved(builder)).toBeVisible()
})

test('leaving with unsaved changes is asked about: for the other division, another page, and no page', async ({
  builder,
}) => {
  await addPools(builder, 1, 3)
  await builder.getByRole('radio', { name: 'Recreational' }).click()
  await expect(question(builder)).toContainText('Leave without saving?')
  await question(builder).getByRole('button', { name: 'Stay' }).click()
  await expectPlaced(builder, 'A1', 'Empty')

  const asked = builder.waitForEvent('dialog')
  await builder.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(unsaved(builder)).toBeVisible()

  await builder.getByRole('link', { name: 'Thanksgiving Ultimate' }).first().click()
  await question(builder).getByRole('button', { name: 'Leave' }).click()
  await expect(builder).toHaveURL('/')
})

test('a session that ends takes no unsaved work away', async ({ builder }) => {
  await addPools(builder, 1, 3)
  await builder.getByRole('button', { name: /account menu/i }).click()
  await builder.getByRole('menuitem', { name: 'Logout' }).click()
  await save(builder).click()
  await expect(builder.getByText('Please log in')).toBeVisible()
  await expectPlaced(builder, 'A3', 'Empty')
  await signIn(builder)
  await saveAll(builder)
})

test('what fails on the way keeps the work, says what failed, and can be tried again', async ({ builder, another }) => {
  await addPools(builder, 1, 3)
  let mend = await cutLine(builder, 'save')
  await save(builder).click()
  await expect(builder.getByText('Failed to save configuration', { exact: true })).toBeVisible()
  await expect(unsaved(builder)).toBeVisible()
  await mend()
  mend = await cutLine(builder, 'pools/rec')
  await save(builder).click()
  await expect(builder.getByText('Failed to save configuration for some divisions')).toBeVisible()
  await expect(unsaved(builder)).toBeHidden()
  await mend()

  const again = builder.getByRole('button', { name: 'Try again' })
  mend = await cutLine(builder, 'teams/*')
  const mendPools = await cutLine(builder, 'published/*')
  await builder.reload()
  await expect(builder.getByText('Failed to load teams')).toBeVisible()
  await mend()
  await again.click()
  await expect(builder.getByText('Failed to load data')).toBeVisible()
  await mendPools()
  await again.click()
  await expectPlaced(builder, 'A1', 'Empty')

  const reader = await another('public', phone)
  const held = Promise.withResolvers<void>()
  await reader.route('**/api/pool-play/published/*', async (route) => {
    await held.promise
    await route.abort()
  })
  await reader.reload()
  await expect(reader.getByText('Loading pools…')).toBeVisible()
  held.resolve()
  await expect(reader.getByText('Failed to load pool information')).toBeVisible()
})

test('publishing and unpublishing that went half well say which half', async ({ builder, ask }) => {
  const pools = [{ id: 'r', name: 'Pool R', size: 2, teams: [null, null] }]
  const isPublic = async (division: string) => (await ask('GET', `/pool-play/published/${division}`)).pools.length > 0
  // Somebody saves the other division while something is unsaved here.
  await addPools(builder, 1, 2)
  await ask('POST', '/pool-play/save', { division: 'rec', pools })
  const tryToPublish = async (sentence: string) => {
    await publishAll(builder)
    await expect(builder.getByText(sentence, { exact: true })).toBeVisible()
  }
  const tryToUnpublish = async (sentence: string) => {
    await builder.getByRole('button', { name: 'Unpublish' }).click()
    await expect(builder.getByText(sentence, { exact: true })).toBeVisible()
  }
  const publishing = '**/api/pool-play/publish'
  await builder.route(publishing, (route) => {
    if (route.request().postDataJSON().division === 'comp') return route.continue()
    return route.fulfill({ status: 409, json: { code: 'X', message: 'The oven is on fire.', error: '' } })
  })
  await tryToPublish('Failed to publish Recreational division: The oven is on fire.')
  expect([await isPublic('comp'), await isPublic('rec')]).toEqual([true, false])
  await builder.unroute(publishing)
  let mend = await cutLine(builder, 'publish')
  await tryToPublish('Failed to publish pools')
  await mend()
  await ask('POST', '/pool-play/publish', { division: 'rec' })

  mend = await cutLine(builder, 'save')
  await tryToUnpublish('Failed to save some published pools before unpublishing')
  await mend()
  mend = await cutLine(builder, 'clear-published/*')
  await tryToUnpublish('Failed to unpublish pools')
  await mend()
  mend = await cutLine(builder, 'clear-published/rec')
  await tryToUnpublish('Pools unpublished but some may still be visible to public. Please try again.')
  expect([await isPublic('comp'), await isPublic('rec')]).toEqual([false, true])
  await mend()
  await tryToUnpublish('All pools unpublished successfully! Published pools moved to saved configuration.')
  expect([await isPublic('comp'), await isPublic('rec')]).toEqual([false, false])
})

test('nothing stands in the way of assistive technology, by day and by night', async ({ builder, another }) => {
  await addPools(builder, 2, 3)
  await chip(builder, first).click()
  await place(builder, 'A1').click()
  await chip(builder, second).click()
  const reader = await another('public', phone)
  await expect(reader.getByText('preheating').first()).toBeVisible()
  for (const page of [builder, reader]) {
    await expectAccessible(page)
  }
})
