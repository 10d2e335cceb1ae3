import { getConnectMethods } from '../../../core/login/login.js'
import * as guideText from '../../../core/text/guide.js'
import { useActions } from '../../../ui/hooks/context.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { AskLine } from '../../../ui/parts/ask-line/AskLine.js'
import { Legal } from '../../../ui/parts/legal/Legal.js'
import { useLegal } from '../../../ui/parts/legal/useLegal.js'
import { Link } from '../../../ui/parts/link/Link.js'
import { Stack } from '../../../ui/parts/stack/Stack.js'
import { LoginSections } from './sections/LoginSections.js'

/** For visitors without a wallet: logging in makes one. */
export function CreateView() {
  const { navigate } = useActions()
  const legal = useLegal()
  const methods = useStores(['settings', 'registry'], getConnectMethods)
  const { lead, ownQuestion, ownAction } = guideText.create
  return (
    <Stack gap={16}>
      <p className="lead">{lead}</p>
      {legal.way === 'tick' && <Legal params={legal} />}
      <LoginSections
        params={{
          methods: methods.filter((method) => method !== 'wallet'),
          wallets: undefined,
          disabled: legal.isAwaited,
        }}
      />
      <AskLine question={ownQuestion}>
        <Link
          testId="w3m-wallet-guide-explore"
          onPress={() => navigate({ view: 'GetWallet', params: undefined })}
        >
          {ownAction}
        </Link>
      </AskLine>
      {legal.way === 'footer' && <Legal params={legal} />}
    </Stack>
  )
}
