/** Properties, units and colours of style sheets. */

/** Properties that can hide text, or show it again. */
export const RELEVANT =
  /(?:^|[;{\s])(?:display|visibility|opacity|filter|font(?:-size)?|text-indent|clip(?:-path)?|(?:max-)?(?:width|height)|left|top|right|bottom|inset|margin(?:-left|-top)?|transform|scale|color|background(?:-color)?|content-visibility|zoom|-webkit-text-fill-color|--[\w-]+|translate|(?:margin|inset|max|min)?-?(?:inline|block)(?:-start|-end|-size)?)\s*:/i;

/** The properties that are read; after `=` those that a shorthand or another name sets. */
export const PROPERTIES: ReadonlyMap<string, readonly string[]> = new Map(
  (
    'display visibility content-visibility opacity filter clip clip-path -webkit-clip-path position overflow overflow-x overflow-y ' +
    'left top right bottom inset inset-inline-start=left inset-inline=left inset-block-start=top inset-block=top ' +
    'margin margin-left margin-top margin-right margin-inline-start=margin-left margin-inline=margin-left margin-block-start=margin-top ' +
    'padding padding-top padding-bottom width height max-width max-height inline-size=width block-size=height max-block-size=max-height ' +
    'zoom translate transform scale=transform transition will-change animation text-indent text-shadow font-size font=font-size color ' +
    '-webkit-text-fill-color background=background-color,background-image background-color background-image background-clip -webkit-background-clip'
  )
    .split(' ')
    .map((one) => one.split('='))
    .map(([name, set = name]) => [name, set.split(',')]),
);

/** Pixels of a unit on a screen of 1280 × 800. */
export const UNITS: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, em: 16, rem: 16, ex: 8, ch: 8, pt: 1.33, pc: 16, in: 96, cm: 37.8, mm: 3.78 },
  ...{ vw: 12.8, vh: 8, vmin: 8, vmax: 12.8, '%': 12 },
};

/** The colours that pages name, as 0xRRGGBB. */
export const COLOURS: Readonly<Record<string, number>> = {
  ...{ white: 0xffffff, black: 0, red: 0xff0000, green: 0x008000, blue: 0x0000ff, yellow: 0xffff00, gray: 0x808080 },
  ...{ grey: 0x808080, silver: 0xc0c0c0, navy: 0x000080, maroon: 0x800000, purple: 0x800080, teal: 0x008080 },
  ...{ orange: 0xffa500, snow: 0xfffafa, ivory: 0xfffff0, whitesmoke: 0xf5f5f5, ghostwhite: 0xf8f8ff, beige: 0xf5f5dc },
  ...{ lightgray: 0xd3d3d3, lightgrey: 0xd3d3d3, darkgray: 0xa9a9a9, floralwhite: 0xfffaf0, lime: 0x00ff00 },
  ...{ aliceblue: 0xf0f8ff, azure: 0xf0ffff, mintcream: 0xf5fffa, honeydew: 0xf0fff0, seashell: 0xfff5ee },
  linen: 0xfaf0e6,
};
