import { isTest, walk } from './syntax.mjs'

const labelAttributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']
const hasLetters = (text) => /\p{L}/u.test(text)
const drawsInterface = (path) =>
  /^packages\/latchkey\/src\/(ui|features\/[^/]+\/views)\//.test(path)

/** Words a visitor would read that do not come from the catalogue in `core/text`. */
export function checkText(sources) {
  return sources
    .filter(({ path }) => drawsInterface(path) && !isTest(path))
    .flatMap((source) => {
      const problems = []
      walk(source.program, (node, ancestors) => {
        const words = visibleTexts(node, ancestors.at(-1))
        if (words === undefined) return
        problems.push(
          `${source.path}:${source.lineOf(node)} "${words}" belongs into the catalogue in core/text`,
        )
      })
      return problems
    })
}

function visibleTexts(node, parent) {
  if (node.type === 'JSXText') return textsIn(node.value)
  if (node.type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(parent.type)) {
    return textsIn(literalText(node.expression))
  }
  if (node.type === 'JSXAttribute' && labelAttributes.includes(node.name.name)) {
    return textsIn(literalText(node.value?.expression ?? node.value))
  }
  return undefined
}

/** The fixed text of a string or template, also when it is one outcome of a condition. */
function literalText(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : ''
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked).join('')
    case 'ConditionalExpression':
      return `${literalText(node.consequent)}${literalText(node.alternate)}`
    case 'LogicalExpression':
      return literalText(node.right)
    default:
      return ''
  }
}

function textsIn(text) {
  const words = text.trim().replaceAll(/\s+/g, ' ')
  return hasLetters(words) ? words : undefined
}
