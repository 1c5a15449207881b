import { expect, it } from 'vitest'
import { textOfHtml } from './html-text.ts'

it('[CL93] is read as a person sees it', () => {
  expect(textOfHtml('<p>One&nbsp;&nbsp; two</p>\n<ul><li>three<li> four</ul>&nbsp; <br> &nbsp;<br><br>five')).toBe('One two\n\n- three\n- four\n\nfive')
})

it.each(['&nbsp;', '&nbsp;x', '&#9;', '<li ', '<style', '<!--', ' <', '&#10; '])('[CL93] a megabyte of %j in a stranger’s mail holds up nobody', (one) => {
  const before = process.cpuUsage()
  textOfHtml(one.repeat(1_000_000 / one.length))
  // It took a minute.
  // Of the processor, not of the clock: others are at work beside.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
})
