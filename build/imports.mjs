import path from 'node:path';

/** Strings stand first, so that what looks like a comment inside one stays. */
const stringsAndComments =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\\n])*`|\/\/[^\n]*|\/\*[^]*?\*\//g;

const forms = [
  // import … from 'x', export … from 'x'
  /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*(['"])([^'"\n]+)\1/g,
  // import 'x'
  /\bimport\s*(['"])([^'"\n]+)\1/g,
  // import('x'), require('x')
  /\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g,
  // new Worker(new URL('x', import.meta.url))
  /\bnew URL\(\s*(['"])(\.[^'"\n]+\.(?:ts|tsx|mjs|js))\1/g,
];

/**
 * What a source file imports, as written, with the line.
 * @param {string} source
 * @returns {{spec: string, line: number}[]}
 */
export function scanImports(source) {
  const text = source.replace(stringsAndComments, (part) =>
    part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part,
  );
  return forms
    .flatMap((form) => [...text.matchAll(form)])
    .map((match) => ({
      spec: (match[2] ?? '').replace(/\?.*$/, ''),
      line: text.slice(0, match.index + match[0].length).split('\n').length,
    }))
    .sort((a, b) => a.line - b.line);
}

/**
 * Where an import leads: a path from the top folder, `node:x` for a builtin, or a package's name.
 * @param {string} file the importing file, from the top folder, with forward slashes
 * @param {string} spec
 * @param {ReadonlySet<string>} builtins
 */
export function resolveImport(file, spec, builtins) {
  if (spec.startsWith('.')) return path.posix.join(path.posix.dirname(file), spec);
  if (spec.startsWith('node:')) return spec;
  const [scope = '', name = ''] = spec.split('/');
  if (builtins.has(scope)) return `node:${spec}`;
  return spec.startsWith('@') ? `${scope}/${name}` : scope;
}
