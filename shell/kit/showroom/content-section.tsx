import { useState } from 'react'
import { Button } from '../components/buttons/button.tsx'
import { Card } from '../components/display/card.tsx'
import { DataCell, DataRow, DataTable } from '../components/display/data-table.tsx'
import { Stat } from '../components/display/stat.tsx'
import { Tabs } from '../components/display/tabs.tsx'
import { Badge } from '../components/feedback/badge.tsx'
import { PageHeader, SectionHead } from '../components/layout/page-header.tsx'
import { Tooltip } from '../components/overlays/tooltip.tsx'
import { Row, Section, Stack } from './section.tsx'
import styles from './showroom.module.css'

const columns = [
  { key: 'team', label: 'Team' },
  { key: 'captain', label: 'Captain' },
  { key: 'status', label: 'Status' },
  { key: 'order', label: 'Order', align: 'end' },
] as const

export function ContentSection() {
  const [tab, setTab] = useState<'comp' | 'rec'>('comp')
  return (
    <Section title="Content">
      <PageHeader title="Registered Teams" actions={<Button variant="secondary">Register a Team</Button>}>
        Thirty-five places, in the order the bids came in.
      </PageHeader>
      <PageHeader title="Dinner management" density="desk" feather="cranberry" />
      <SectionHead title="Rules">Games to 11, semifinals and finals to 13.</SectionHead>
      <Row>
        <Tooltip text="Position 3 of 35">
          <Badge tone="good">Confirmed</Badge>
        </Tooltip>
        <Badge tone="warn">Waitlist</Badge>
        <Badge tone="bad">Over 4 hours</Badge>
        <Badge>Not paid</Badge>
      </Row>
      <dl className={styles['row']}>
        <Stat value="38" label="teams" />
        <Stat value="12" label="Checked In" density="desk" />
      </dl>
      <Stack>
        <Card>
          <h3>Pool A</h3>
          <p>4 teams</p>
        </Card>
        <Card compact edge="good">
          <h3>Turkey</h3>
          <p>Ana, Freaks</p>
        </Card>
        <Card compact edge="warn">
          <h3>Cranberry sauce</h3>
          <p>over 2 h</p>
        </Card>
        <Card compact edge="bad">
          <h3>Stuffing</h3>
          <p>over 4 h: take it off</p>
        </Card>
      </Stack>
      <DataTable caption="Registered teams" columns={columns}>
        <TeamRow team="Red Clay" captain="Ana Torres" status="good" order={1} />
        <TeamRow team="Mothership" captain="Chris Lee" status="good" order={2} />
        <TeamRow team="Mudbugs" captain="Max Ito" status="warn" order={36} />
      </DataTable>
      <Tabs
        label="Division"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'comp', label: 'Competitive', count: 4, content: <p>Pools A to D</p> },
          { value: 'rec', label: 'Recreational', count: 5, content: <p>Pools E to I</p> },
        ]}
      />
    </Section>
  )
}

interface TeamRowProps {
  readonly team: string
  readonly captain: string
  readonly status: 'good' | 'warn'
  readonly order: number
}

function TeamRow({ team, captain, status, order }: TeamRowProps) {
  return (
    <DataRow busy={order === 2}>
      <DataCell heading>{team}</DataCell>
      <DataCell label="Captain">{captain}</DataCell>
      <DataCell label="Status">
        <Badge tone={status}>{status === 'good' ? 'Confirmed' : 'Waitlist'}</Badge>
      </DataCell>
      <DataCell label="Order" align="end">
        {order}
      </DataCell>
    </DataRow>
  )
}
