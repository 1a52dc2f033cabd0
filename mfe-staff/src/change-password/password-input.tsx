import { IconButton } from '@ultimate/kit/components/buttons/icon-button.tsx'
import { TextField, type TextFieldProps } from '@ultimate/kit/components/fields/text-field.tsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

/** A password with an eye of its own. */
export function PasswordInput(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const [isShown, setShown] = useState(false)
  const name = props.label.toLowerCase()
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <IconButton
          label={isShown ? `Hide ${name}` : `Show ${name}`}
          icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          size="compact"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
