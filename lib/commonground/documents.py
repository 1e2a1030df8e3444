"""YAML files that people write, read without the format's traps."""

import re
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from commonground.errors import CommonGroundError


def read(path: Path) -> Any:
    """What a YAML file holds; whatever is wrong with it is one sentence."""
    try:
        return deepcopy(_parsed(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise CommonGroundError(f"{path} can't be read: {error.strerror}.") from error
    except RecursionError as error:
        raise CommonGroundError(f"{path} is not valid YAML: it is nested too deep.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CommonGroundError(f"{path} is not valid YAML: {' '.join(str(error).split())}.") from error


@lru_cache(maxsize=8)
def _parsed(text: str) -> Any:
    """A text is taken apart once in a process: the catalogue is asked for often, and takes a tenth of a second."""
    return yaml.load(text, _Careful)


class _Careful(yaml.SafeLoader):
    """No key twice, of which the last would win unseen; no number like 010, 0x10 or 1:30, which would be 8, 16 and 90."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        twice = [key for key, _ in node.value if keys.count(key.value) > 1]
        if twice:
            raise yaml.constructor.ConstructorError(
                None, None, f"'{twice[1].value}' is there twice", twice[1].start_mark
            )
        return super().construct_mapping(node, deep)

    def construct_yaml_int(self, node: yaml.ScalarNode) -> int:
        if re.fullmatch(r"[-+]?0[\d_]+", node.value):
            problem = f"{node.value} reads as an octal number: write it without the zero in front"
            raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
        found = int(super().construct_yaml_int(node))
        self._check_plain(node, found)
        return found

    def construct_yaml_float(self, node: yaml.ScalarNode) -> float:
        found = float(super().construct_yaml_float(node))
        self._check_plain(node, found)
        return found

    def _check_plain(self, node: yaml.ScalarNode, found: float) -> None:
        if re.search(r":|^[-+]?0[bx]", node.value):
            problem = f"{node.value} reads as the number {found}: write that, or quotes around it"
            raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


_Careful.add_constructor("tag:yaml.org,2002:int", _Careful.construct_yaml_int)
_Careful.add_constructor("tag:yaml.org,2002:float", _Careful.construct_yaml_float)
