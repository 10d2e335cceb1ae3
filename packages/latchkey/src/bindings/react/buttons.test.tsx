import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LatchkeyAccountButton, LatchkeyButton, LatchkeyModal } from './buttons.js'

it('passes standard attributes to the element', () => {
  const html = renderToString(
    <LatchkeyButton
      id="wallet"
      className="wide"
      style={{ color: 'red' }}
      title="Wallet"
      aria-describedby="help"
      data-step="1"
      label="Enter"
      onClick={() => undefined}
    />,
  )
  expect(html).toBe(
    '<latchkey-button id="wallet" style="color:red" title="Wallet" aria-describedby="help" data-step="1" label="Enter" class="wide"></latchkey-button>',
  )
  expect(renderToString(<LatchkeyModal className="here" instance="left" />)).toBe(
    '<latchkey-modal instance="left" class="here"></latchkey-modal>',
  )
})

it('writes its own attributes in HTML spelling', () => {
  expect(
    renderToString(<LatchkeyAccountButton charsStart={2} charsEnd={3} disabled balance="hide" />),
  ).toBe(
    '<latchkey-account-button chars-start="2" chars-end="3" disabled="" balance="hide"></latchkey-account-button>',
  )
  expect(renderToString(<LatchkeyAccountButton disabled={false} />)).toBe(
    '<latchkey-account-button></latchkey-account-button>',
  )
})
