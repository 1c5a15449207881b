import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendItem, JsonProblem, parseJsonc, removeMember, setMember, valueAt } from './jsonc.ts'

const server = { url: 'http://127.0.0.1:4820/mcp' }

describe('[A14] a member put into somebody’s JSON', () => {
  test.each([
    ['', '{\n  "a": {\n    "t": 1\n  }\n}\n'],
    ['{}', '{\n  "a": {\n    "t": 1\n  }\n}'],
    ['{ "b": 2 }', '{ "b": 2, "a": {"t": 1} }'],
    ['{\n    "b": 2\n}\n', '{\n    "b": 2,\n    "a": {\n        "t": 1\n    }\n}\n'],
    ['{\r\n\t"b": 2\r\n}', '{\r\n\t"b": 2,\r\n\t"a": {\r\n\t\t"t": 1\r\n\t}\r\n}'],
    ['{\n  "b": 2, // two\n}', '{\n  "b": 2, // two\n  "a": {\n    "t": 1\n  },\n}'],
    ['{\n  "b": 2 // two\n  /* end */\n}', '{\n  "b": 2, // two\n  "a": {\n    "t": 1\n  }\n  /* end */\n}'],
    ['{ // none\n}', '{\n  "a": {\n    "t": 1\n  } // none\n}'],
    ['{"a": {}}', '{"a": {\n  "t": 1\n}}'],
    ['\uFEFF{\n  "a": {\n    "s": [1, 2]\n  }\n}', '\uFEFF{\n  "a": {\n    "s": [1, 2],\n    "t": 1\n  }\n}'],
    ['{"a": {"t": {"old": true}}, "b": 1}', '{"a": {"t": 1}, "b": 1}'],
  ])('%j', (before, after) => {
    expect(setMember(before, ['a', 't'], 1)).toBe(after)
    expect(valueAt(after, ['a', 't'])).toBe(1)
  })

  test.each([
    ['{\n  "b": 1,\n  "t": 2\n}', '{\n  "b": 1\n}'],
    ['{\n  "t": 2, // mine\n  "b": 1\n}', '{\n  // mine\n  "b": 1\n}'],
    ['{\n  "t": {\n    "x": 1\n  },\n  "b": 1,\n}', '{\n  "b": 1,\n}'],
    ['{\n  "b": 1, // one\n  "t": 2,\n}', '{\n  "b": 1, // one\n}'],
    ['{\n  "b": 1, // one\n  "t": 2\n}', '{\n  "b": 1 // one\n}'],
    ['{"b": 1, "t": 2}', '{"b": 1}'],
    ['{"t": 2, "b": 1}', '{"b": 1}'],
    ['{\n  "t": 2\n}', '{}'],
    ['{\n  // stays\n  "t": 2\n}', '{\n  // stays\n}'],
    ['{"b": 1}', '{"b": 1}'],
  ])('and taken out: %j', (before, after) => {
    const rest = removeMember(before, ['t'])
    expect(valueAt(rest, ['t'])).toBeUndefined()
    expect(rest).toBe(after)
  })

  test.each(['{', '{"a": 1,, }', '{"a" 1}', "{'a': 1}", '{"a": 1} x', '{"a": tru}', '/* never', '{"a": "\u0001"}', '{a: 1}', '[1 2]'])(
    '%j is refused',
    (text) => {
      expect(() => parseJsonc(text)).toThrow(JsonProblem)
    },
  )

  test('what is something else than expected is refused, and named', () => {
    expect(() => setMember('{"mcpServers": []}', ['mcpServers', 'tandem'], server)).toThrow('something other than an object at mcpServers')
    expect(() => setMember('[]', ['mcpServers', 'tandem'], server)).toThrow('does not contain a JSON object')
    expect(() => appendItem('{"hooks": {"SessionStart": {}}}', ['hooks', 'SessionStart'], {})).toThrow('something other than a list at hooks.SessionStart')
    expect(() => parseJsonc('['.repeat(200_000))).toThrow('nested too deeply')
  })

  const key = fc.constantFrom('a', 'b', 'mcpServers', 'x y', '"', '//', 'ünï')
  const { tree } = fc.letrec<{ tree: unknown; object: Record<string, unknown> }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  }))
  const layouts = fc.constantFrom(undefined, 2, 4, '\t')
  const withNoise = (text: string, eol: string) => text.replaceAll(/([{[,])\n/g, '$1 // "x": {, [\n/* ] } */\n').replaceAll('\n', eol)

  test('any file, in any layout, with comments: what was in it is still there, and goes back', () => {
    fc.assert(
      fc.property(
        fc.dictionary(key, tree, { maxKeys: 4, noNullPrototype: true }),
        layouts,
        fc.boolean(),
        fc.constantFrom('\n', '\r\n'),
        (file, indent, hasNoise, eol) => {
          const plain = JSON.stringify(file, null, indent)
          const text = hasNoise ? withNoise(plain, eol) : plain.replaceAll('\n', eol)
          const same = JSON.parse(plain) as Record<string, unknown>
          expect(parseJsonc(text).root.value).toEqual(same)
          const put = setMember(text, ['tandem-test'], server)
          expect(parseJsonc(put).root.value).toEqual({ ...same, 'tandem-test': server })
          const taken = removeMember(put, ['tandem-test'])
          expect(parseJsonc(taken).root.value).toEqual(same)
          if (Object.keys(same).length > 0) expect(taken).toBe(text)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('any item of a list likewise', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), layouts, (list, indent) => {
        const text = JSON.stringify({ list }, null, indent)
        const put = appendItem(text, ['list'], server)
        expect(parseJsonc(put).root.value).toEqual({ list: [...(JSON.parse(text) as { list: unknown[] }).list, server] })
        expect(parseJsonc(removeMember(put, ['list', list.length])).root.value).toEqual(JSON.parse(text))
      }),
      { numRuns: 200 },
    )
  })
})
