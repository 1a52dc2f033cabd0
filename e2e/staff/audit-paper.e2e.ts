import { arriveSignedIn, expect, test } from '../fixtures/test.ts'

const slots = 45

test('paper shows every entry that is loaded, one below another, and says what they are narrowed to', async ({
  page,
  request,
}) => {
  const token = await arriveSignedIn(page)
  for (let number = 1; number <= slots; number++)
    await request.post('/api/dinner-slots', {
      headers: { authorization: `Bearer ${token}` },
      data: { name: `Paper plate ${number}`, category: 'dishes' },
    })
  const from = new Date(Date.now() - 3_600_000)
  await page.goto(`/audit?module=dinner&search=paper+plate&from=${from.toISOString()}`)
  const entries = page.getByRole('list', { name: 'What was done' }).getByRole('listitem')
  await expect(entries.first()).toContainText(`Paper plate ${slots}`)
  expect(await entries.count()).toBeLessThan(slots)

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(entries).toHaveCount(slots)
  await expect(page.getByText(`${slots} entries: only area Dinner, from `)).toContainText('with “paper plate”')
  await expect(page.getByRole('search')).toBeHidden()
  const edges = await entries.evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom] as const),
  )
  const above = [...edges].sort(([one], [other]) => one - other)
  expect(edges).toEqual(above)
  for (const [index, [top]] of edges.entries()) expect(top).toBeGreaterThanOrEqual((edges[index - 1]?.[1] ?? top) - 1)

  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => entries.count()).toBeLessThan(slots)
})
