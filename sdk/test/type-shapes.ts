import { join } from 'node:path';
import ts from 'typescript';
import { resolve, type Schema } from './description.ts';

const SOURCES = join(import.meta.dirname, '../src');

/** The package's types, as a compiler sees them. */
export interface Types {
  /** What a source file exports under a name. */
  exported(file: string, name: string): ts.Type;
  /** Of a function: its parameter by position, and its awaited result. */
  parameter(type: ts.Type, index: number): ts.Type | undefined;
  result(type: ts.Type): ts.Type;
  member(type: ts.Type, name: string): ts.Type;
  /** The string literals of a union, sorted. */
  literals(type: ts.Type): string[];
  /** A type in the notation of `shapeOf`; where the schema beside it is open, so is the shape. */
  shape(type: ts.Type, beside: Schema | undefined): string;
}

/** A schema in a notation that types have too: `{ id: string; status: "A" | "B" | null }`. */
export function shapeOf(described: Schema): string {
  const schema = resolve(described);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const literals = schema.const === undefined ? schema.enum : [schema.const];
  if (literals) return union(literals.map((one) => JSON.stringify(one)));
  return union(types.map((type) => named(type, schema)));
}

function named(type: string, schema: Schema): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `(${shapeOf(schema.items ?? {})})[]`;
  if (type !== 'object') return type;
  if (!schema.properties) return 'open';
  const required = new Set(schema.required);
  return object(
    Object.entries(schema.properties).map(
      ([name, one]) => `${name}${required.has(name) ? '' : '?'}: ${shapeOf(one)}`,
    ),
  );
}

const union = (parts: readonly string[]): string => [...new Set(parts)].sort().join(' | ');
const object = (properties: readonly string[]): string =>
  `{ ${[...properties].sort().join('; ')} }`;

export function readTypes(files: readonly string[]): Types {
  const paths = files.map((file) => join(SOURCES, file));
  const program = ts.createProgram(paths, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  });
  return typesOf(program);
}

function typesOf(program: ts.Program): Types {
  const checker = program.getTypeChecker();
  const must = <Found>(found: Found | undefined, what: string): Found => {
    if (found === undefined) throw new Error(`There is no ${what}.`);
    return found;
  };
  const member = (type: ts.Type, name: string): ts.Type =>
    checker.getTypeOfSymbol(must(checker.getPropertyOfType(type, name), name));
  const signature = (type: ts.Type): ts.Signature =>
    must(type.getCallSignatures()[0], `signature of ${checker.typeToString(type)}`);
  return {
    member,
    exported: (file, name) => {
      const source = must(program.getSourceFile(join(SOURCES, file)), file);
      const module = must(checker.getSymbolAtLocation(source), file);
      const symbol = checker.getExportsOfModule(module).find((one) => one.name === name);
      const found = must(symbol, `${name} in ${file}`);
      return found.flags & ts.SymbolFlags.Value
        ? checker.getTypeOfSymbol(found)
        : checker.getDeclaredTypeOfSymbol(found);
    },
    parameter: (type, index) => {
      const symbol = signature(type).getParameters()[index];
      return symbol && checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    },
    result: (type) => {
      const answered = signature(type).getReturnType();
      const page = checker.getPropertyOfType(answered, 'page');
      const promised = page ? signature(checker.getTypeOfSymbol(page)).getReturnType() : answered;
      return must(checker.getAwaitedType(promised), 'answer');
    },
    literals: (type) =>
      partsOf(type)
        .filter((one) => one.isStringLiteral())
        .map(({ value }) => value)
        .sort(),
    shape: (type, beside) => shape(checker, type, beside ?? {}),
  };
}

function shape(checker: ts.TypeChecker, type: ts.Type, beside: Schema): string {
  return union(alternatives(checker, type, beside));
}

function alternatives(checker: ts.TypeChecker, type: ts.Type, beside: Schema): string[] {
  const schema = resolve(beside);
  const parts = partsOf(type).filter((one) => !(one.flags & ts.TypeFlags.Undefined));
  const isObject = ({ flags }: ts.Type): boolean =>
    (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  const plain = parts.filter((one) => !isObject(one)).map((one) => primitive(checker, one));
  // A `Date` is sent as the text that the schema asks for.
  const objects = parts.filter((one) => isObject(one) && one.getSymbol()?.name !== 'Date');
  const [first] = objects;
  if (!first) return plain;
  const item = checker.isArrayLikeType(first) && first.getNumberIndexType();
  if (item) return [...plain, `(${shape(checker, item, schema.items ?? {})})[]`];
  return [...plain, objectShape(checker, objects, schema)];
}

/** Several objects are the cases of one: a property that a case lacks is optional. */
function objectShape(checker: ts.TypeChecker, cases: readonly ts.Type[], schema: Schema): string {
  if (schema.type === 'object' && !schema.properties) return 'open';
  const names = new Set(cases.flatMap((one) => one.getProperties().map(({ name }) => name)));
  const properties = [...names].map((name) => {
    const found = cases.map((one) => one.getProperty(name));
    const symbols = found.filter((one) => one !== undefined);
    const isOptional =
      symbols.length < found.length || symbols.some(({ flags }) => flags & ts.SymbolFlags.Optional);
    const beside = schema.properties?.[name] ?? {};
    const shapes = symbols.flatMap((one) =>
      alternatives(checker, checker.getTypeOfSymbol(one), beside),
    );
    return `${name}${isOptional ? '?' : ''}: ${union(shapes)}`;
  });
  return object(properties);
}

function primitive(checker: ts.TypeChecker, type: ts.Type): string {
  if (type.isStringLiteral()) return JSON.stringify(type.value);
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  return checker.typeToString(type);
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
