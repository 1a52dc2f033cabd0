import { Download, Pencil, Trash2, Undo2 } from 'lucide-react'
import { Button, IconButton, LinkButton } from '../components/buttons/button.tsx'
import { CopyButton } from '../components/buttons/copy-button.tsx'
import { SkipLink } from '../components/layout/page.tsx'
import { Row, Section } from './section.tsx'

const variants = ['primary', 'secondary', 'quiet', 'plain', 'danger'] as const

function Actions() {
  return (
    <>
      {variants.map((variant) => (
        <Row key={variant}>
          <Button variant={variant}>Register Your Team</Button>
          <Button variant={variant} busy>
            Register Your Team
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} size="compact" icon={<Undo2 aria-hidden="true" />}>
            Undo
          </Button>
        </Row>
      ))}
      <Row>
        <Button size="large">Large</Button>
        <LinkButton to="/tournament/info" variant="secondary" icon={<Download aria-hidden="true" />}>
          A link
        </LinkButton>
        <IconButton label="Edit title" icon={<Pencil aria-hidden="true" />} />
        <IconButton label="Remove photo" variant="danger" icon={<Trash2 aria-hidden="true" />} />
        <IconButton label="Saving" busy icon={<Pencil aria-hidden="true" />} />
        <CopyButton text="turkey@ultimate.example">turkey@ultimate.example</CopyButton>
      </Row>
      <Button wide>As wide as its room</Button>
    </>
  )
}

export function ActionsSection() {
  return (
    <>
      <SkipLink />
      <Section title="Buttons">
        <Actions />
      </Section>
      <Section title="Buttons on pine" festive>
        <Actions />
      </Section>
    </>
  )
}
