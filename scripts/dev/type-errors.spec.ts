import { expect, it } from 'vitest'
import { printReports } from './type-errors.ts'

it('reports type errors after each compilation that has some, and once that there are none any more', async () => {
  const reports: string[] = []
  const read = printReports('mfe-dinner', Promise.resolve(), (report) => reports.push(report))
  const printed = `02:46:47 AM - Starting compilation in watch mode...

02:46:52 AM - Found 0 errors. Watching for file changes.

02:46:55 AM - File change detected. Starting incremental compilation...

mfe-dinner/src/pie.tsx(22,28): error TS2741: Property 'crust' is missing.
  It is required in type 'Pie'.
02:46:57 AM - Found 1 error. Watching for file changes.

02:47:02 AM - File change detected. Starting incremental compilation...

02:47:03 AM - Found 0 errors. Watching for file changes.

02:47:03 AM - File change detected. Starting incremental compilation...

02:47:04 AM - Found 0 errors. Watching for file changes.
`
  for (const line of printed.split('\n')) read(line)
  await Promise.resolve()
  expect(reports).toEqual([
    "Type errors:\nmfe-dinner/src/pie.tsx(22,28): error TS2741: Property 'crust' is missing.\n  It is required in type 'Pie'.",
    'No type errors in mfe-dinner any more.',
  ])
})

it('holds reports back until the address of the site is printed', async () => {
  const reports: string[] = []
  const start = Promise.withResolvers<void>()
  const read = printReports('backend', start.promise, (report) => reports.push(report))
  read('backend/src/main.ts(1,1): error TS1005: Expected.')
  read('02:46:57 AM - Found 1 error. Watching for file changes.')
  await Promise.resolve()
  expect(reports).toEqual([])
  start.resolve()
  await start.promise
  expect(reports).toEqual(['Type errors:\nbackend/src/main.ts(1,1): error TS1005: Expected.'])
})
