import { Eye } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../components/buttons/button.tsx'
import { Checkbox } from '../components/fields/checkbox.tsx'
import { ChoiceCards } from '../components/fields/choice-cards.tsx'
import { SearchField } from '../components/fields/search-field.tsx'
import { SelectField } from '../components/fields/select-field.tsx'
import { TextArea, TextField } from '../components/fields/text-field.tsx'
import { Row, Section, Stack } from './section.tsx'

export function FieldsSection() {
  return (
    <>
      <Section title="Fields">
        <Stack>
          <TextField label="Team name" defaultValue="Red Clay" hint="As it stands on your jerseys." />
          <TextField label="Captain email" type="email" defaultValue="ana@" error="Captain email is required" />
          <TextField label="Past team names" optional placeholder="Zoo, Freaks" />
          <TextField label="Username" defaultValue="td" readOnly />
          <TextField label="Location" defaultValue="Huntsville" disabled />
          <TextField
            label="Password"
            type="password"
            defaultValue="secret"
            after={<IconButton label="Show password" icon={<Eye aria-hidden="true" />} />}
          />
          <TextArea label="Comments" optional defaultValue="We bring the deep fryer." />
          <SelectField label="Captain">
            <option value="">Choose your captain</option>
            <option>Pat, Zoo</option>
          </SelectField>
          <SelectField label="Role" error="Choose a role">
            <option>Helper</option>
          </SelectField>
          <Choices />
        </Stack>
      </Section>
      <Section title="Fields on pine" festive>
        <Stack>
          <TextField label="Test password" type="password" error="Incorrect password. Please try again." />
          <Checkbox label="Stay signed in" defaultChecked />
        </Stack>
      </Section>
    </>
  )
}

const divisions = [
  { value: 'comp', label: 'Competitive', description: 'For teams looking for high-level competition.' },
  { value: 'rec', label: 'Recreational', description: 'For teams wanting competition and lots of fun.' },
] as const

const filters = [
  { value: 'all', label: 'All', count: 38 },
  { value: 'comp', label: 'Competitive', count: 17 },
  { value: 'rec', label: 'Recreational', count: 21 },
] as const

function Choices() {
  const [division, setDivision] = useState<'comp' | 'rec' | ''>('comp')
  const [filter, setFilter] = useState<'all' | 'comp' | 'rec'>('all')
  const [search, setSearch] = useState('Zoo')
  return (
    <>
      <ChoiceCards label="Division" choices={divisions} value={division} onValueChange={setDivision} />
      <ChoiceCards
        label="Division, not chosen yet"
        choices={divisions}
        value=""
        error="Choose a division"
        onValueChange={setDivision}
      />
      <ChoiceCards look="segments" label="Show" choices={filters} value={filter} onValueChange={setFilter} />
      <SearchField label="Search teams" value={search} onValueChange={setSearch} />
      <Row>
        <Checkbox label="Paid" defaultChecked />
        <Checkbox label="Not paid" />
        <Checkbox label="Updating" defaultChecked disabled />
        <Checkbox label="Read the rules" error="Please read the rules" />
        <SelectField label="Status of Zoo" compact>
          <option>Confirmed</option>
          <option>Waitlist</option>
        </SelectField>
      </Row>
    </>
  )
}
