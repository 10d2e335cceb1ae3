import { expect, test } from 'vitest'
import { samplesOf, tablesOf } from './checkSamples.mjs'

const guide = `# Guide

\`\`\`sh
npm install
\`\`\`

\`\`\`ts
one()
\`\`\`

| Option | Meaning |
|---|---|
| \`networks\`, \`families\` | what you \`speak\` |
| \`debug\` | messages |

Text

\`\`\`tsx
two()
\`\`\`
`

test('code keeps the line numbers of its document', () => {
  const samples = samplesOf(guide)
  expect(samples.map(({ extension }) => extension)).toEqual(['ts', 'tsx'])
  const lineOf = (text, part) => text.split('\n').indexOf(part)
  expect(lineOf(samples[0].code, 'one()')).toBe(lineOf(guide, 'one()'))
  expect(lineOf(samples[1].code, 'two()')).toBe(lineOf(guide, 'two()'))
})

test('a table becomes the names of its first column', () => {
  const [options, features] = tablesOf(guide).map(({ code }) => code.split('\n'))
  expect(options[12]).toBe("'networks': true, 'families': true,")
  expect(options[13]).toBe("'debug': true,")
  expect(features.filter((line) => line.includes('true,'))).toEqual([])
})
