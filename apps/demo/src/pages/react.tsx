import {
  createLatchkey,
  type Latchkey,
  LatchkeyButton,
  LatchkeyModal,
  LatchkeyNetworkButton,
  LatchkeyProvider,
  useLatchkeyAccount,
  useLatchkeyNetwork,
  useLatchkeySession,
  useLatchkeyState,
  useLatchkeyTheme,
  useLatchkeyWalletInfo,
} from 'latchkey/react'
import type { ReactNode } from 'react'
import type { Facts } from '../state/facts.js'
import type { SessionState } from '../widget/createSession.js'
import { showPlayground } from './showPlayground.js'

function Stage({ state: { latchkey, generation, applied } }: { readonly state: SessionState }) {
  const mountsModal = applied.disableAppend && !applied.enableEmbedded
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <div className="stage-buttons">
        <LatchkeyButton />
        <LatchkeyNetworkButton />
      </div>
      {/* A destroyed widget takes its element along, so each gets a place of its own. */}
      <div key={generation} className="stage-modal">
        {applied.enableEmbedded && <LatchkeyModal />}
        {mountsModal && (
          <div
            ref={(container) => {
              container?.append(latchkey.getModalElement())
            }}
          />
        )}
      </div>
    </LatchkeyProvider>
  )
}

type WithFactsProps = {
  readonly latchkey: Latchkey
  readonly children: (facts: Facts) => ReactNode
}

function WithFacts({ latchkey, children }: WithFactsProps) {
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <HookFacts>{children}</HookFacts>
    </LatchkeyProvider>
  )
}

/** The facts by hooks, as a React page reads them. */
function HookFacts({ children }: Pick<WithFactsProps, 'children'>) {
  const { status, address, caipAddress } = useLatchkeyAccount()
  const { caipNetwork, caipNetworkId } = useLatchkeyNetwork()
  const { walletInfo } = useLatchkeyWalletInfo()
  const { status: signIn } = useLatchkeySession()
  const { open = false } = useLatchkeyState()
  const { themeMode } = useLatchkeyTheme()
  return children({
    status,
    address,
    caipAddress,
    network: caipNetwork?.name,
    caipNetworkId,
    wallet: walletInfo,
    signIn,
    isOpen: open,
    themeMode,
  })
}

void showPlayground({ framework: 'react', create: createLatchkey, Stage, WithFacts })
