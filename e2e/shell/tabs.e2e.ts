import { arriveSignedIn, expect, td, test } from '../fixtures/test.ts'

test('twelve tabs of one browser share one live stream, and another tab reads on when the one that reads is closed', async ({
  page,
  context,
  request,
}) => {
  const streams = async () => /^live_readers (\d+)$/m.exec(await (await request.get('/metrics')).text())?.[1]
  await arriveSignedIn(page)
  await page.goto('/access-controls')
  const rowOf = (tab: typeof page, name: string) => tab.getByRole('row').filter({ hasText: name })
  await expect(rowOf(page, td.username)).toBeVisible()
  let reads = 0
  context.on('request', (asked) => {
    if (asked.method() === 'GET' && asked.url().endsWith('/api/auth/users')) reads++
  })
  const others = await Promise.all(Array.from({ length: 11 }, () => context.newPage()))
  // A browser keeps six connections to one server. If each tab held one for a stream, the seventh tab would never come.
  await Promise.all(others.map((tab) => tab.goto('/access-controls')))
  for (const tab of others) await expect(rowOf(tab, td.username)).toBeVisible()
  await expect.poll(streams).toBe('1')
  expect(reads, 'nothing has happened since each tab read').toBe(others.length)

  const { token } = (await (await request.post('/api/auth/login', { data: td })).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const data = { username: 'twelve', email: 'twelve@example.org', role: 'helper' }
  const added = await request.post('/api/auth/create-temp-login', { headers, data })
  const { user } = (await added.json()) as { user: { id: string } }
  for (const tab of others) await expect(rowOf(tab, 'twelve')).toBeVisible()

  await page.close()
  await expect.poll(streams).toBe('1')
  await request.delete(`/api/auth/users/${user.id}`, { headers })
  for (const tab of others) await expect(rowOf(tab, 'twelve')).toHaveCount(0)
})
