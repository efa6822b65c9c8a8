"""What a release needs: one version everywhere, workflows and a container whose steps name what there is."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from jamfold.cli.commands import load_command
from jamfold.web import serve
from tools import release

ROOT = Path(__file__).parents[2]


def test_every_place_names_one_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not list(release.faults())
    version = release.versions()["CITATION.cff"]
    assert len(list(release.faults("v0.0.1"))) == 3
    for name in release.versions():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(re.sub(r"^(## \d\S+ - ).+$", r"\1unreleased", text, flags=re.MULTILINE))
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert list(release.faults(f"v{version}")) == [f"CHANGELOG.md has no date for {version}."]


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.name
)
def test_workflows_run_what_there_is(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for job in workflow["jobs"].values():
        for entry in job.get("strategy", {}).get("matrix", {}).get("include", []):
            for target in entry["parts"].split():
                assert re.search(rf"^{target}:", makefile, re.MULTILINE)
        for step in job["steps"]:
            for module in re.findall(r"python -m (tools\.\w+)", step.get("run", "")):
                assert (ROOT / f"{module.replace('.', '/')}.py").exists()


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.name
)
def test_steps_of_workflows_are_whole_and_their_actions_pinned(path: Path) -> None:
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    for job in jobs.values():
        assert job.get("needs", "") in {"", *jobs}
        assert job["steps"]
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            if "uses" in step:
                assert re.fullmatch(r"[\w-]+/[\w-]+@(release/)?v\d+(\.\d+)*", step["uses"])


def test_a_release_publishes_without_a_password_what_it_has_signed() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))["jobs"]
    rights = {name: job["permissions"] for name, job in jobs.items()}
    assert rights["build"]["attestations"] == rights["build"]["id-token"] == "write"
    assert rights["publish"] == {"id-token": "write"}
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    used = [step.get("uses", "").partition("@")[0] for step in jobs["build"]["steps"]]
    assert used.index("actions/attest-build-provenance") < used.index("actions/upload-artifact")
    built = next(k for k, step in enumerate(jobs["build"]["steps"]) if "make -C" in step.get("run", ""))
    assert built < used.index("actions/attest-build-provenance")  # what is signed has been tested


def test_an_sdist_holds_all_that_its_tests_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = {*project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]}
    assert all((ROOT / name).exists() for name in included)
    named = {"pyproject.toml", "hatch_build.py"}  # Hatchling takes these by itself
    there = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert {name.partition("/")[0] for name in there.split()} <= included | named | {
        ".gitattributes",
        ".gitignore",
    }


def test_a_container_copies_and_starts_what_there_is() -> None:
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    for words in (shlex.split(rest) for step, rest in steps if step == "COPY"):
        assert all((ROOT / source).exists() for source in words[:-1])
    (command,) = (re.findall(r'"(.*?)"', rest) for step, rest in steps if step == "CMD")
    options = {name for param in load_command(command[1]).params for name in param.opts}
    assert command[0] == "jamfold"
    assert {word for word in command if word.startswith("--")} <= options
    assert f"{serve.PORT}" in command


def test_the_server_binds_to_this_machine_alone() -> None:
    with serve.bound_socket(0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"
