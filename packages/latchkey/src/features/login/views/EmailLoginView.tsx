import * as loginText from '../../../core/text/login.js'
import { Stack } from '../../../ui/parts/stack/Stack.js'
import { EmailForm } from './sections/EmailForm.js'
import { useIsLoggedIn } from './sections/LoginSections.js'

/** The email login alone. */
export function EmailLoginView() {
  return (
    <Stack gap={16}>
      <EmailForm disabled={useIsLoggedIn()} focused />
      <p className="aside">{loginText.email.lead}</p>
    </Stack>
  )
}
