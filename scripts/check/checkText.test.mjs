import { expect, test } from 'vitest'
import { checkText } from './checkText.mjs'
import { parseSource } from './syntax.mjs'

const view = 'packages/latchkey/src/ui/views/connect/ConnectView.tsx'
const problemsOf = (jsx, path = view) => checkText([parseSource(path, `const x = ${jsx}`)])

test.each([
  '<p>Connect</p>',
  "<p>{'Connect'}</p>",
  "<p>{open ? 'Close' : text.open}</p>",
  '<p>{`Connect ${name}`}</p>',
  '<button aria-label="Close" />',
  '<button aria-label={`Close ${name}`} />',
  '<input placeholder="Search wallets" />',
  '<img alt="Logo" />',
  '<p>Verbinden ünd</p>',
])('words outside the catalogue: %s', (jsx) => {
  expect(problemsOf(jsx)).toHaveLength(1)
})

test.each([
  '<p>{text.connect}</p>',
  '<p> · {count} / {total}</p>',
  '<p className="row" data-testid="connect">{children}</p>',
  '<button aria-label={text.close(name)} />',
  '<img alt="" />',
  '<svg><path d="M0 0" /></svg>',
])('nothing to read, or from the catalogue: %s', (jsx) => {
  expect(problemsOf(jsx)).toEqual([])
})

test('only the interface is read', () => {
  expect(problemsOf('<p>Demo</p>', 'apps/demo/src/page.tsx')).toEqual([])
  expect(problemsOf('<p>Send</p>', 'packages/latchkey/src/features/send/views/A.tsx')).toHaveLength(
    1,
  )
})
