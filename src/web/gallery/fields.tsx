/** Components that are filled in. Each holds its own value, as a form would. */
import { useState } from 'react'
import type { ContentWarning } from '../../shared/content-warnings.ts'
import { defaultMood } from '../../shared/moods.ts'
import { AddressField } from '../ui/AddressField.tsx'
import { CodeForm } from '../ui/CodeForm.tsx'
import { CodenameField } from '../ui/CodenameField.tsx'
import { MoodPicker } from '../ui/MoodPicker.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { SendAgain } from '../ui/SendAgain.tsx'
import { Submit } from '../ui/Submit.tsx'
import { Switch } from '../ui/Switch.tsx'
import { PasswordField, TextField } from '../ui/TextField.tsx'
import { WarningSelect } from '../ui/WarningSelect.tsx'
import type { Entry } from './entry.ts'

function Codename({ error }: { error?: string }) {
  const [value, setValue] = useState('Tahimik Bituin')
  return <CodenameField label="Codename" value={value} onChange={setValue} error={error} />
}

function Mood() {
  const [mood, setMood] = useState(defaultMood)
  return <MoodPicker mood={mood} onPick={setMood} />
}

function Search({ words = '' }: { words?: string }) {
  const [value, setValue] = useState(words)
  return (
    <SearchField
      label="Hanapin"
      placeholder="Hanapin ang codename"
      value={value}
      onChange={setValue}
      onClear={() => setValue('')}
    />
  )
}

function Lever({ on, disabled = false }: { on: boolean; disabled?: boolean }) {
  const [checked, setChecked] = useState(on)
  return (
    <Switch checked={checked} onChange={setChecked} disabled={disabled}>
      Huwag ilagay ang codename ko
    </Switch>
  )
}

function Warning({ disabled = false }: { disabled?: boolean }) {
  const [warning, setWarning] = useState<ContentWarning | null>(null)
  return <WarningSelect warning={warning} onChange={setWarning} disabled={disabled} />
}

const sent = () => Promise.resolve()

export const fields: Entry[] = [
  { name: 'AddressField', states: { empty: <AddressField /> } },
  {
    name: 'CodeForm',
    states: {
      'from a mail': <CodeForm from="email" send={sent} again={sent} />,
      'from a text': <CodeForm from="text" send={sent} again={sent} />,
    },
  },
  {
    name: 'CodenameField',
    states: { filled: <Codename />, refused: <Codename error="Hindi puwede ang pangalang ito." /> },
  },
  { name: 'MoodPicker', states: { 'one of five': <Mood /> } },
  { name: 'SearchField', states: { empty: <Search />, searching: <Search words="Alon" /> } },
  { name: 'SendAgain', states: { 'just sent': <SendAgain send={sent} /> } },
  {
    name: 'Submit',
    states: { ready: <Submit busy={false}>Log in</Submit>, busy: <Submit busy>Log in</Submit> },
  },
  {
    name: 'Switch',
    states: { off: <Lever on={false} />, on: <Lever on />, disabled: <Lever on={false} disabled /> },
  },
  {
    name: 'TextField',
    states: {
      empty: <TextField label="Email" type="email" />,
      'with a hint and a counter': (
        <TextField
          label="Pangalan"
          hint="Kung gusto mo lang."
          defaultValue="Mina"
          counter={20}
          counterWord="characters"
        />
      ),
      'with an error': <TextField label="Email" error="Kailangan ang email at password" />,
      disabled: <TextField label="Email" disabled />,
      'of many lines': <TextField multiline label="Mensahe" counter={5_000} rows={3} />,
      PasswordField: <PasswordField label="Password" hint="6 characters o higit pa" />,
      'PasswordField with an error': <PasswordField label="Password" error="Mali ang email o password" />,
    },
  },
  { name: 'WarningSelect', states: { 'no warning': <Warning />, disabled: <Warning disabled /> } },
]
