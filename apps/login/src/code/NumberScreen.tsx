import { BigNumber } from './BigNumber.js'
import { number as words } from './text.js'

export type NumberScreenProps = {
  /** Its id. */
  readonly provider: string
  readonly number: string
}

export function NumberScreen({ provider, number }: NumberScreenProps) {
  return (
    <main class="screen code-screen centred" data-testid="login-number">
      <div class="words">
        <h1 class="title">{words.title}</h1>
        <p class="quiet">{words.text(words.provider(provider))}</p>
      </div>
      <BigNumber number={number} />
      <p class="hint">{words.warning}</p>
    </main>
  )
}
