#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the sources' rules that no compiler sees. Exit code 0: they hold; 1: they do not, one line a finding.

  check_layers.py [ROOT]      checks the tree (default: the one this file lies in)
  check_layers.py --self-test  plants violations in a temporary tree; each must be found

1. A file includes its own floor or lower ones only (FLOORS), and heavy headers only where HEAVY names it.
2. Kernels compute with + - * / sqrt and comparisons alone: no libm outside kernels/math/elementary.h, no fused or fast
   intrinsics, no floating-point atomics.
3. Every source starts with its licence line.
4. No file holds a path that exists on one machine only.
"""

import fnmatch
import os
import re
import sys
import tempfile

# Folder (the longest match counts) -> what it may include of this project: folders end in '/', others are single files.
KERNELS = ['kernels/']
IO = KERNELS + ['libbake/core/', 'libbake/config/', 'libbake/io/']
JOBS = IO + ['libbake/bake/', 'libbake/sim/', 'libbake/registry.h']
FLOORS = {
    'kernels/': KERNELS,
    'libbake/core/': ['libbake/core/', 'kernels/exec.h'],
    'libbake/config/': KERNELS + ['libbake/core/', 'libbake/config/'],
    'libbake/io/': IO,
    'libbake/bake/': JOBS,
    'libbake/sim/': JOBS,
    'libbake/': JOBS,
    'apps/': JOBS + ['apps/'],
    'tests/support/': IO + ['tests/support/'],
    'tests/kernels/': KERNELS + ['tests/support/', 'tests/kernels/'],
    'tests/core/': ['libbake/core/', 'kernels/', 'tests/support/', 'tests/core/'],
    'tests/config/': ['libbake/core/', 'libbake/config/', 'kernels/', 'tests/support/', 'tests/config/'],
    'tests/io/': IO + ['tests/support/', 'tests/io/'],
    'tests/': JOBS + ['apps/', 'tests/'],
}

# Heavy or outside header -> files that may include it (patterns). One file each keeps compiles short and libraries apart.
HEAVY = {
    'tbb/*': ['kernels/host_pool.cpp'],
    'oneapi/*': ['kernels/host_pool.cpp'],
    'thrust/*': ['kernels/primitives.cu'],
    'cub/*': ['kernels/primitives.cu'],
    'cuda/*': ['kernels/primitives.cu'],
    'nanovdb/*': ['kernels/*/nanovdb.h'],
    'cuda_runtime*': ['kernels/*.cu', 'kernels/parallel_for.h'],
    'nlohmann/*': ['libbake/config/*.cpp', 'libbake/io/*.cpp', 'libbake/io/strict_json.h',
                   'libbake/io/gltf_data.h', 'tests/*'],
    'OpenImageIO/*': ['libbake/io/image_oiio*', 'tests/io/*'],
    'openvdb/*': ['libbake/io/vdb*.cpp', 'tests/io/*'],
    'assimp/*': ['libbake/io/mesh_assimp.cpp'],
    'CLI/*': ['apps/cli/cli.cpp'],
    'gtest/*': ['tests/*'],
    'benchmark/*': ['tests/bench/*'],
    'xxhash.h': ['libbake/io/content_hash.cpp'],
    'tiny_obj_loader.h': ['tests/bench/*', 'tests/io/test_malformed.cpp'],
}
for gdal in ('gdal*', 'ogr*', 'cpl_*', 'vrtdataset.h'):
    HEAVY[gdal] = ['libbake/io/raster_gdal.cpp']

SOURCES = ('.h', '.cpp', '.cu')
SCRIPTS = ('.py', '.sh', '.cmake')
SKIPPED = {"gpu_check_out", "gpu_jobs_out", '.git', 'build', 'out', '.carry', '__pycache__'}
LICENCE = 'SPDX-License-Identifier: Apache-2.0'

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
# Not in the list: sqrt and abs, which IEEE 754 fixes.
LIBM = ('a?(sin|cos|tan)h?pi', 'a?(sin|cos|tan)h?', 'atan2', 'sincos', 'exp', 'exp2', 'exp10', 'expm1', 'log', 'log2', 'log10',
        'log1p', 'pow', 'cbrt', 'hypot', 'fma', 'fmod', 'remainder', 'remquo', 'fmin', 'fmax', 'fdim', 'lround', 'llround', 'lrint',
        'llrint', 'nearbyint', 'rint', 'erfc?', 'tgamma', 'lgamma', 'rsqrt', 'rhypot', 'ldexp', 'frexp', 'modf')
LIBM_CALL = re.compile(r'(?<![\w.>])(?<!elem::)(?:std::|::)?(' + '|'.join(LIBM) + r')f?\s*\(')
INTRINSIC = re.compile(r'\b__(?:f|d)(?:ma|add|mul|sub|div|rcp|sqrt)\w*\s*\(|\b__(?:sin|cos|tan|exp|exp10|log|log2|log10|pow|sincos|saturate)f\s*\(')
FLOAT_ATOMIC = re.compile(r'\batomic(?:_ref)?\s*<\s*(?:float|double)\b|'
                          r'\batomic(?:Add|Sub|Exch)\w*\s*(?:<\s*(?:float|double)\s*>)?\s*\(\s*(?:\w+_cast<|\()\s*(?:float|double)\s*\*|'
                          r'\batomic(?:Add|Sub)\w*\s*<\s*(?:float|double)')
MACHINE_PATH = re.compile(r'(?<![\w.:/])/(?:home|root|Users|work|mnt|scratch|tmp)/\w|(?<![\w/])[A-Z]:\\\\?Users')
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


def without_comments(text):
    """Comments and string literals blanked, lines kept."""
    return COMMENT.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), text)


def matches(path, patterns):
    return any(fnmatch.fnmatchcase(path, p) for p in patterns)


def floor_of(path):
    folders = [f for f in FLOORS if path.startswith(f)]
    return max(folders, key=len) if folders else None


def line_of(text, at):
    return text.count('\n', 0, at) + 1


def check_includes(path, text, exists):
    floor = floor_of(path)
    for m in INCLUDE.finditer(text):
        header, where = m.group(1), f'{path}:{line_of(text, m.start())}'
        for heavy, users in HEAVY.items():
            if fnmatch.fnmatchcase(header, heavy) and not matches(path, users):
                yield f'{where}: <{header}> may be included by {", ".join(users)} alone'
        if header.split('/')[0] in ('kernels', 'libbake', 'apps', 'tests'):
            if floor is None:
                yield f'{where}: this folder has no floor; add it to FLOORS'
            elif not any(header == a or (a.endswith('/') and header.startswith(a)) for a in FLOORS[floor]):
                yield f'{where}: {floor} may not include {header}; it knows {", ".join(FLOORS[floor])}'
        elif '"' in m.group() and not exists(header):
            yield f'{where}: "{header}" is not written from the root of the repository'


def check_arithmetic(path, text):
    if not path.startswith('kernels/'):
        return
    code = without_comments(text)
    rules = [(INTRINSIC, 'a fused or fast intrinsic'), (FLOAT_ATOMIC, 'a floating-point atomic')]
    if path != 'kernels/math/elementary.h':
        rules.append((LIBM_CALL, 'libm; use kernels/math/elementary.h'))
    for pattern, what in rules:
        for m in pattern.finditer(code):
            yield f'{path}:{line_of(code, m.start())}: {m.group().strip("( ")} is {what}: its bits differ between machines'


def check_licence(path, text):
    name = os.path.basename(path)
    if path.endswith(SOURCES):
        good = text.startswith('// ' + LICENCE)
    elif path.endswith(SCRIPTS) or name == 'CMakeLists.txt' or text.startswith('#!'):
        good = ('# ' + LICENCE) in text.split('\n')[:2]
    else:
        return
    if not good:
        yield f'{path}:1: the first line (after #!) must be {LICENCE}'


def check_machine_paths(path, text):
    if path == 'scripts/check_layers.py':
        return
    for m in MACHINE_PATH.finditer(text):
        yield f'{path}:{line_of(text, m.start())}: {m.group()}… exists on one machine only'


def files_below(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        for name in sorted(n for n in names if n not in SKIPPED):
            yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, '/')


def check_tree(root):
    findings = []
    for path in files_below(root):
        with open(os.path.join(root, path), 'rb') as f:
            data = f.read()
        if b'\0' in data:
            continue
        text = data.decode('utf-8', 'replace')
        if path.endswith(SOURCES):
            findings += check_includes(path, text, lambda h: os.path.exists(os.path.join(root, h)))
            findings += check_arithmetic(path, text)
        findings += check_licence(path, text)
        findings += check_machine_paths(path, text)
    return findings


# path, contents after the licence line, and a piece of the finding (None: nothing may be found).
CASES = [
    ('kernels/raster/a.cu', '#include "kernels/buffer.h"\nfloat f(float x) { return sqrtf(x); }  // sin(x)\n', None),
    ('kernels/raster/b.cu', '#include "libbake/core/error.h"\n', 'kernels/ may not include libbake/core/error.h'),
    ('kernels/raster/c.cu', '#include <tbb/parallel_for.h>\n', 'kernels/host_pool.cpp alone'),
    ('kernels/host_pool.cpp', '#include <tbb/parallel_for.h>\n', None),
    ('kernels/wave/d.h', 'float f(float x) { return std::sin(x); }\n', 'std::sin is libm'),
    ('kernels/wave/e.h', 'float f(float x) { return __expf(x); }\n', 'intrinsic'),
    ('kernels/wave/f.h', 'std::atomic<float> sum;\n', 'floating-point atomic'),
    ('kernels/wave/g.cu', 'void f(float* p) { atomicAdd((float*)p, 1.0f); }\n', 'floating-point atomic'),
    ('kernels/math/elementary.h', 'float f(float x) { return ldexp(x, 1); }\n', None),
    ('libbake/core/h.cpp', '#include "libbake/io/image.h"\n', 'libbake/core/ may not include libbake/io/image.h'),
    ('libbake/io/i.h', '#include <nlohmann/json.hpp>\n', '<nlohmann/json.hpp> may be included by'),
    ('libbake/io/j.cpp', '#include "libbake/bake/job.h"\n', 'libbake/io/ may not include libbake/bake/job.h'),
    ('libbake/bake/k.cpp', '#include <CLI/CLI.hpp>\n', 'apps/cli/cli.cpp alone'),
    ('libbake/bake/l.cpp', '#include "kernels/buffer.h"\n#include "libbake/io/image.h"\n', None),
    ('libbake/bake/m.cpp', '#include "image.h"\n', 'not written from the root'),
    ('kernels/wave/e.h', 'float f(float x) { return elem::log(x); }\n', None),
    ('tests/kernels/n.cpp', '#include "libbake/io/image.h"\n', 'tests/kernels/ may not include'),
    ('libbake/io/image.cpp', '#include <xxhash.h>\n', 'libbake/io/content_hash.cpp alone'),
    ('tests/io/p.cpp', 'const char* p = "/tmp/island.obj";\n', 'one machine only'),
    ('apps/oceanbake/o.cpp', 'const char* p = "/home/someone/island.obj";\n', 'one machine only'),
]


def self_test():
    failures = []
    for path, contents, wanted in CASES + [('libbake/core/p.h', None, 'first line'), ('scripts/q.sh', None, 'first line')]:
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.dirname(os.path.join(root, path)))
            with open(os.path.join(root, path), 'w', encoding='utf-8') as f:
                f.write('#pragma once\n' if contents is None else '// ' + LICENCE + '\n' + contents)
            findings = check_tree(root)
        found = any(wanted in f for f in findings) and len(findings) == 1 if wanted else not findings
        if not found:
            failures.append(f'{path}: wanted {wanted or "nothing"}, got {findings or "nothing"}')
    return failures


def main(arguments):
    if arguments == ['--self-test']:
        findings = self_test()
        good = f'{len(CASES) + 2} planted cases judged rightly'
    elif len(arguments) <= 1 and not arguments[:1] == ['--help']:
        root = arguments[0] if arguments else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        findings = check_tree(root)
        good = 'layers, arithmetic, licence lines and paths are in order'
    else:
        print(__doc__)
        return 2
    for finding in findings:
        print(finding)
    if not findings:
        print(good)
    return 1 if findings else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
