import {
  addPools,
  chip,
  desktop,
  dragByFinger,
  dragByMouse,
  exampleBid,
  expectPlaced,
  first,
  phone,
  place,
  saveAll,
  second,
  test,
  third,
} from '../fixtures/pools-page.ts'
import { expect } from '../fixtures/test.ts'

for (const [size, options] of [
  ['desktop', desktop],
  ['phone', phone],
] as const) {
  test.describe(`on a ${size}`, () => {
    test.use(options)

    test('teams are placed by tap and tap, many at once, and by keyboard alone; the possible places light up', async ({
      builder,
    }) => {
      await addPools(builder, 2, 3)
      await chip(builder, first).click()
      await expect(builder.locator('[data-possible]')).toHaveCount(6)
      await expect(builder.getByText(`${first}: choose a place`)).toBeVisible()
      await place(builder, 'B2').click()
      await expectPlaced(builder, 'B2', first)
      await expect(chip(builder, first)).toHaveCount(0)
      await expect(builder.locator('[data-possible]')).toHaveCount(0)
      await place(builder, 'B2').click()
      await place(builder, 'A1').click()
      await expectPlaced(builder, 'A1', first)
      await expectPlaced(builder, 'B2', 'Empty')
      await builder.getByRole('button', { name: `Remove ${first} from Pool A` }).click()
      await expect(chip(builder, first)).toBeVisible()
      await expect(place(builder, 'A1')).toBeFocused()
      await saveAll(builder)

      // Many at once: by bid order, and as a range.
      await builder.getByRole('button', { name: 'Fill by bid order' }).click()
      await expect(builder.getByText(/teams? placed in the order of their bids\./)).toBeVisible()
      for (const label of ['A1', 'A2', 'A3', 'B1'])
        await expect(place(builder, label)).not.toHaveAccessibleName(`${label} Empty`)
      await builder.getByRole('button', { name: 'Undo last change' }).click()
      await expectPlaced(builder, 'A1', 'Empty')
      await chip(builder, first).click()
      await builder.getByRole('button', { name: 'Select up to…' }).click()
      await chip(builder, third).click()
      await expect(builder.getByText('3 teams: choose the first place')).toBeVisible()
      await place(builder, 'A3').click()
      for (const [label, team] of [
        ['A3', first],
        ['B1', second],
        ['B2', third],
      ] as const)
        await expectPlaced(builder, label, team)

      // By keyboard alone.
      await builder.keyboard.press('Control+z')
      await expectPlaced(builder, 'A3', 'Empty')
      await chip(builder, second).focus()
      await builder.keyboard.press('Enter')
      await expect(place(builder, 'A1')).toBeFocused()
      for (const key of ['ArrowDown', 'ArrowRight']) await builder.keyboard.press(key)
      await expect(place(builder, 'B2')).toBeFocused()
      await builder.keyboard.press('Enter')
      await expectPlaced(builder, 'B2', second)
      await chip(builder, third).focus()
      await builder.keyboard.press('Enter')
      await builder.keyboard.press('Escape')
      await expect(chip(builder, third)).toBeFocused()
      await expect(builder.locator('[data-possible]')).toHaveCount(0)
    })

    test('teams are dragged into places, to other places, and off them', async ({ builder }) => {
      await addPools(builder, 2, 3)
      const drag = size === 'phone' ? dragByFinger : dragByMouse
      await chip(builder, first).scrollIntoViewIfNeeded()
      await builder.getByRole('heading', { name: 'Pool assignments' }).scrollIntoViewIfNeeded()
      await drag(builder, chip(builder, first), place(builder, 'A1'))
      await expectPlaced(builder, 'A1', first)
      await drag(builder, chip(builder, second), place(builder, 'A1'))
      await expectPlaced(builder, 'A1', second)
      await expect(chip(builder, first)).toBeVisible()
      await drag(builder, place(builder, 'A1'), place(builder, 'A2'))
      await expectPlaced(builder, 'A2', second)
      await drag(builder, place(builder, 'A2'), chip(builder, first))
      await expect(chip(builder, second)).toBeVisible()
      await expectPlaced(builder, 'A2', 'Empty')
    })
  })
}

test('20 confirmed teams are in four pools, in the order of their bids, within five clicks', async ({
  ask,
  builder,
}) => {
  const names = Array.from({ length: 21 }, (_, index) => `Bid ${index + 1} (in line)`)
  const known = (await ask('GET', '/registered-teams')).teams
  // The place of each is theirs alone.
  const away = { ids: known.map(({ id }) => id), reason: 'Others are in line' }
  await ask('POST', '/teams/remove', away)
  for (const name of names) await ask('POST', '/register-team', exampleBid(name))
  const inLine = (await ask('GET', '/registered-teams')).teams
  const [, late] = inLine
  await ask('PUT', `/teams/${late?.id}`, { status: 'waitlist' })
  await expect(chip(builder, late?.team_name ?? '')).toContainText('Waitlist')
  await expect(builder.locator('[data-team]')).toHaveCount(21)
  await builder.evaluate(() => {
    let clicks = 0
    addEventListener('click', () => Object.assign(window, { clicks: ++clicks }), { capture: true })
  })

  await builder.getByRole('button', { name: 'Add Pools' }).click()
  await builder.getByRole('button', { name: 'Fill by bid order' }).click()
  await expect(builder.getByText('20 teams placed in the order of their bids.')).toBeVisible()
  await saveAll(builder)
  expect(await builder.evaluate(() => Reflect.get(window, 'clicks'))).toBeLessThanOrEqual(5)

  const confirmed = inLine.filter((team) => team !== late).map(({ team_name }) => team_name)
  const labels = ['A', 'B', 'C', 'D'].flatMap((pool) => [1, 2, 3, 4, 5].map((number) => `${pool}${number}`))
  for (const [index, label] of labels.entries()) await expectPlaced(builder, label, confirmed[index] ?? '')
  const stored = (await ask('GET', '/pool-play/pools/comp')).pools.flatMap(({ teams }) => teams.map((team) => team?.id))
  expect(stored).toEqual(inLine.filter((team) => team !== late).map(({ id }) => id))

  await ask('POST', '/teams/remove', { ...away, ids: inLine.map(({ id }) => id) })
  await ask('POST', '/teams/restore', { ids: away.ids })
})

test('seeds are typed among the teams, checked, hidden from visitors, and fill pools in a snake', async ({
  ask,
  builder,
}) => {
  await builder.goto('/registration/teams?seeds=comp')
  const seeds = builder.getByRole('dialog', { name: 'Seeds' })
  const names = [first, second, third]
  const setAll = async (change: { status: string; seed?: null }) => {
    for (const { id, team_name } of (await ask('GET', '/registered-teams')).teams)
      if (names.includes(team_name)) await ask('PUT', `/teams/${id}`, change)
  }
  // Those who wait come last, and other tests have registered teams before these.
  await setAll({ status: 'confirmed' })
  for (const [index, name] of names.entries()) await seeds.getByLabel(name).fill(String(index + 1))
  await seeds.getByLabel(third).fill('0')
  await seeds.getByRole('button', { name: 'Save seeds' }).click()
  await expect(seeds.getByLabel(third)).toBeFocused()
  await expect(seeds.getByText('A seed is a whole number from 1 to 200.')).toBeVisible()
  await seeds.getByLabel(third).fill('3')
  await seeds.getByRole('button', { name: 'Save seeds' }).click()
  await expect(builder.getByText('Seeds of 3 teams saved.')).toBeVisible()
  expect(JSON.stringify(await (await builder.request.get('/api/registered-teams')).json())).not.toContain('seed')

  await builder.goto('/tournament/poolplay?division=comp')
  await addPools(builder, 2, 2)
  await builder.getByRole('button', { name: 'Snake by seed' }).click()
  await expect(builder.getByText(/^4 teams placed in a snake by seed\./)).toBeVisible()
  for (const [index, label] of ['A1', 'B1', 'B2'].entries()) {
    await expectPlaced(builder, label, names[index] ?? '')
    await expect(place(builder, label)).toHaveAccessibleDescription(new RegExp(`^Seed ${index + 1}`))
  }
  await setAll({ status: 'by-order', seed: null })
})
