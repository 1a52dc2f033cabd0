import { expectAccessible } from '../fixtures/accessibility.ts'
import {
  addPools,
  agreeTo,
  chip,
  exampleBid,
  expectFocusInPage,
  expectPlaced,
  first,
  phone,
  place,
  publish,
  question,
  readSheet,
  save,
  saveAll,
  second,
  test,
  unsaved,
} from '../fixtures/pools-page.ts'
import { expect } from '../fixtures/test.ts'

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
  await ask('POST', '/register-team', exampleBid('Late Layout (pools)'))
  await expect(chip(builder, 'Late Layout').first()).toBeVisible()
  await chip(builder, first).click()
  await place(builder, 'A2').click()
  const waits = builder.getByText('Will be sent when you’re back online')
  await builder.context().setOffline(true)
  await save(builder).click()
  await expect(waits).toBeVisible()
  await builder.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(waits).toBeHidden()
  await agreeTo(builder, 'Publish', 'Pool A added, 3 places', `${first} placed on A2`, 'Nothing changes.')
  await expect(builder.getByText('Publish: Will be sent when you’re back online')).toBeVisible()
  await builder.context().setOffline(false)
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
  expect(await readSheet(reader)).toMatch(/Competitive.*Pool A.*A2.*Pool B.*Recreational.*No pools published yet/s)
  await reader.goto('/tournament/poolplay?division=comp#pool-b')
  await expect(reader.locator('[data-meant]')).toHaveAccessibleName('Pool B')
  expect(await reader.content()).not.toContain('555-0142')

  const sheet = await readSheet(builder)
  expect(sheet).toMatch(/Competitive.*Pool A.*A2.*Pool B.*Recreational.*No pools published yet/s)
  expect(sheet).not.toMatch(/555-0142|Unsaved|Teams|Number of pools/)

  await builder.reload()
  await expect(builder.getByText('Loaded published pools as starting point for new changes')).toBeVisible()
  await agreeTo(builder, 'Unpublish', '2 pools with 1 team.', 'Nothing is public.')
  const unpublished = builder.getByText(
    'All pools unpublished successfully! Published pools moved to saved configuration.',
  )
  await expect(unpublished).toBeVisible()
  await expect(reader.getByText('preheating').first()).toBeVisible()
  // The sentence is gone after three seconds; the way back stays longer.
  await expect(builder.getByText('You can undo this.')).toBeVisible()
  await builder.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(builder.getByText('Undone.', { exact: true })).toBeVisible()
  // At once, and based on what the undo has restored.
  await agreeTo(builder, 'Unpublish', '2 pools with 1 team.', 'Nothing is public.')
  await expect(unpublished).toBeVisible()
  await expect(reader.getByText('preheating').first()).toBeVisible()
  await builder.reload()
  await expect(builder.getByText('Loaded saved pool configuration')).toBeVisible()
  await expectPlaced(builder, 'A2', first)
})

test('Publish publishes what is on the screen; a newer draft stands beside it and is never replaced unseen', async ({
  builder,
  ask,
}) => {
  const ids = new Map((await ask('GET', '/pool-play/teams/comp')).teams.map(({ id, team_name }) => [team_name, id]))
  const drafted = (division: string, ...names: readonly [string, (string | null)?][]) => {
    const pools = names.map(([name, team]) => ({
      id: name,
      name: `Pool ${name}`,
      size: 2,
      teams: [ids.get(team ?? '') ?? null, null],
    }))
    return ask('POST', '/pool-play/save', { division, pools })
  }
  const isPublic = async (division: string) =>
    (await ask('GET', `/pool-play/published/${division}`)).pools.map(({ teams }) => teams[0]?.id)
  await drafted('comp', ['A', first])
  await ask('POST', '/pool-play/publish', { division: 'comp' })
  await drafted('comp', ['A', second], ['B'], ['C'])
  await drafted('rec', ['R'])
  await builder.reload()
  await expect(builder.getByText('Loaded published pools as starting point for new changes')).toBeVisible()
  await expectPlaced(builder, 'A1', first)
  await expect(builder.getByText(/A newer draft was saved by Tournament Director on /)).toBeVisible()

  const replaced = 'This replaces the newer draft (3 pools with 1 team), saved by Tournament Director on'
  await builder.getByRole('button', { name: 'Unpublish' }).click()
  await expect(question(builder)).toContainText(replaced)
  await question(builder).getByRole('button', { name: 'Cancel' }).click()
  await builder.getByRole('button', { name: 'Open the newer draft' }).press('Enter')
  await expectPlaced(builder, 'A1', second)
  await expectPlaced(builder, 'C2', 'Empty')
  await expect(builder.getByRole('button', { name: 'Show what is public' })).toBeFocused()
  await builder.keyboard.press('Enter')
  await expectPlaced(builder, 'A1', first)

  // Who may not play is marked, and named before it is published.
  await expect(place(builder, 'A1')).toHaveAccessibleDescription('Not paid')
  await ask('PUT', `/teams/${ids.get(first)}`, { status: 'waitlist' })
  await expect(place(builder, 'A1')).toHaveAccessibleDescription('Waitlist')
  await builder.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(question(builder)).toContainText(`On the waitlist: ${first}`)
  await question(builder).getByRole('button', { name: 'Cancel' }).click()
  await ask('PUT', `/teams/${ids.get(first)}`, { status: 'confirmed', paid: true })
  await expect(place(builder, 'A1')).toHaveAccessibleDescription('')

  // A step back leads to the pools that were edited, and to the words that belong to them.
  await builder.getByRole('button', { name: `Remove ${first} from Pool A` }).click()
  await builder.getByRole('button', { name: 'Open the newer draft' }).click()
  await expectPlaced(builder, 'A1', second)
  await builder.getByRole('button', { name: 'Undo last change' }).click()
  await expectPlaced(builder, 'A1', 'Empty')
  await expect(builder.getByText(/A newer draft was saved by .* Saving replaces it\./)).toBeVisible()
  await builder.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(question(builder)).toContainText(replaced)
  await question(builder).getByRole('button', { name: 'Cancel' }).click()
  await builder.getByRole('button', { name: 'Undo last change' }).click()
  await expectPlaced(builder, 'A1', first)

  await agreeTo(builder, 'Publish', 'Nothing changes.', replaced, 'Pool R added, 2 places')
  await expect(builder.getByText(/^All division pools published successfully!/)).toBeVisible()
  expect([await isPublic('comp'), await isPublic('rec')]).toEqual([[ids.get(first)], [undefined]])
  await expectFocusInPage(builder)
})

test('of two editors the second is notified, sees what changed, and takes the work of the other or keeps their own', async ({
  builder,
  another,
}) => {
  await addPools(builder, 3, 3)
  await saveAll(builder)
  const late = await another('td', phone)
  await chip(late, second).click()
  await place(late, 'A2').click()
  const last = place(late, 'C3')
  await last.scrollIntoViewIfNeeded()
  const before = await last.boundingBox()
  await chip(builder, first).click()
  await place(builder, 'A1').click()
  await saveAll(builder)

  // Shown at once, and not only at the next save; in sight, and nothing moves under the finger.
  const word = late.getByText(/^Tournament Director changed these pools at .*, while you are working/)
  await expect(word).toBeInViewport({ ratio: 1 })
  expect(await last.boundingBox()).toEqual(before)
  await late.getByRole('button', { name: 'Compare' }).click()
  const dialog = late.getByRole('dialog', { name: /saved first/ })
  await expect(dialog).toContainText(`${first} placed on A1`)
  await expect(dialog).toContainText(`${second} placed on A2`)
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expectPlaced(late, 'A1', first)
  await expectPlaced(late, 'A2', 'Empty')

  await chip(late, second).click()
  await place(late, 'A2').click()
  await builder.getByRole('button', { name: `Remove ${first} from Pool A` }).click()
  await saveAll(builder)
  await save(late).click()
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await expect(late.getByText('Configuration saved successfully for all divisions!')).toBeVisible()
  await expectPlaced(builder, 'A1', first)
  await expectPlaced(builder, 'A2', second)
})

test('limits, the delete question, steps back, and the history, also of long ago', async ({ builder, ask }) => {
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
  await expect(builder.getByText('No pools yet')).toBeVisible()
  await expectFocusInPage(builder)
  await saveAll(builder)

  await builder.getByRole('button', { name: 'History' }).click()
  const history = builder.getByRole('dialog', { name: 'History of Competitive pools' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Pool A deleted' }).first()).toBeVisible()
  await history
    .getByRole('button', { name: /Open this version/ })
    .nth(1)
    .click()
  await expectPlaced(builder, 'A1', first)
  await expect(unsaved(builder)).toBeVisible()
  await builder.getByRole('button', { name: 'Discard' }).click()
  await expect(builder.getByText('No pools yet')).toBeVisible()
  await expectFocusInPage(builder)
  await builder.getByRole('button', { name: 'Undo last change' }).click()
  await expectPlaced(builder, 'A1', first)
  await expect(unsaved(builder)).toBeVisible()
  await builder.getByRole('button', { name: 'Edit Pool A' }).click()
  await builder.getByLabel('Name', { exact: true }).fill('Early Birds')
  await builder.getByLabel('Places', { exact: true }).selectOption('2')
  await builder.keyboard.press('Enter')
  await expect(builder.getByText('Pool A is now Early Birds. Early Birds has 2 places.')).toBeVisible()
  await expect(builder.getByRole('button', { name: 'Edit Early Birds' })).toBeFocused()
  await expectPlaced(builder, 'Early Birds 1', first)
  await builder.keyboard.press('Control+z')
  await expectPlaced(builder, 'A3', 'Empty')

  const saveOne = (name: string, size: number) =>
    ask('POST', '/pool-play/save', {
      division: 'comp',
      pools: [{ id: name, name: `Pool ${name}`, size, teams: Array<null>(size).fill(null) }],
    })
  await saveOne('Q', 4)
  for (let saved = 0; saved < 40; saved++) await saveOne('A', 2 + (saved % 2))
  await builder.getByRole('button', { name: 'Discard' }).click()
  await expect(unsaved(builder)).toBeHidden()
  await builder.getByRole('button', { name: 'History' }).click()
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
    .getByRole('button', { name: /Open this version/ })
    .click()
  await expectPlaced(builder, 'Q4', 'Empty')
  await expect(unsaved(builder)).toBeVisible()
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
