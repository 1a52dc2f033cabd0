import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { Link } from '@ultimate/kit/router.ts'
import { LogOut, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../components/buttons/button.tsx'
import { TextField } from '../components/fields/text-field.tsx'
import { ConfirmDialog } from '../components/overlays/confirm-dialog.tsx'
import { Dialog } from '../components/overlays/dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../components/overlays/menu.tsx'
import { Popover } from '../components/overlays/popover.tsx'
import { Row, Section } from './section.tsx'

type Open = 'dialog' | 'confirm' | 'danger' | 'popover' | undefined

export function OverlaysSection() {
  const [open, setOpen] = useState<Open>()
  const login = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(undefined)
  return (
    <Section title="Over the page">
      <Row>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <Button variant="danger" onClick={() => setOpen('danger')}>
          Confirm danger
        </Button>
        <Button
          ref={login}
          variant="secondary"
          onClick={() => setOpen((before) => (before === 'popover' ? undefined : 'popover'))}
        >
          Login
        </Button>
        <Popover open={open === 'popover'} onClose={close} anchor={login} title="Admin Login">
          <TextField label="Username" autoComplete="username" />
        </Popover>
        <UserMenu />
        <Button
          variant="quiet"
          onClick={() => toast.success('Turkey checked in', { undo: () => toast.success('Undone') })}
        >
          Toast with undo
        </Button>
        <Button variant="quiet" onClick={() => toast.error('Failed to update photo title')}>
          Toast of an error
        </Button>
      </Row>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Create Login"
        description="They get an e-mail with a password for once."
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Create Login</Button>
          </>
        }
      >
        <TextField label="Username" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Finish Dinner"
        confirmLabel="Finish Dinner"
        onConfirm={close}
        onCancel={close}
      >
        Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'danger'}
        tone="danger"
        title="Delete photo"
        confirmLabel="Delete"
        error="Failed to delete photo"
        onConfirm={close}
        onCancel={close}
      >
        Are you sure you want to delete this photo? This action cannot be undone.
      </ConfirmDialog>
    </Section>
  )
}

function UserMenu() {
  return (
    <Menu trigger={<Button variant="secondary">User menu</Button>}>
      <MenuLink link={<Link to="/account" />}>
        <Settings aria-hidden="true" />
        Account Settings
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => toast.success('Signed out')}>
        Logout
      </MenuItem>
    </Menu>
  )
}
