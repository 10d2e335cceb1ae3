import * as guideText from '../../../core/text/guide.js'
import { useActions } from '../../hooks/context.js'
import { AskLine } from '../../parts/ask-line/AskLine.js'
import { Link } from '../../parts/link/Link.js'

/** The way for visitors who have no wallet at all. */
export function WalletGuide() {
  const { navigate } = useActions()
  const { question, start } = guideText.walletGuide
  return (
    <AskLine question={question}>
      <Link
        testId="w3m-wallet-guide-get-started"
        onPress={() => navigate({ view: 'Create', params: undefined })}
      >
        {start}
      </Link>
    </AskLine>
  )
}
