import { LatchkeyButton } from 'latchkey/react'
import { Account } from './Account'

export default function Page() {
  return (
    <main>
      <LatchkeyButton />
      <Account />
    </main>
  )
}
