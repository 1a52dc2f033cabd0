import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { describe, it } from 'vitest'
import { exportSignupsDecider } from './export-signups.decider.ts'

const given = DeciderSpecification.for(exportSignupsDecider)
const command = (signups: number) => ({
  type: 'ExportSignups' as const,
  data: { signups },
  metadata: { now: new Date('2025-11-01T12:00:00Z') },
})
const exported = (signups: number) => ({ type: 'SignupsExported' as const, data: { signups, format: 'csv' as const } })

describe('Exporting the sign-ups', () => {
  it('is recorded each time with how many were shown, also where there were none', () => {
    given([])
      .when(command(0))
      .then([exported(0)])
    given([exported(41)])
      .when(command(41))
      .then([exported(41)])
  })
})
