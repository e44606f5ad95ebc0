# docker build -t autograder .
# docker run --rm --network none --user "$(id -u):$(id -g)" -v "$PWD:/work" autograder batch submissions
# Students' code is isolated by the kernel inside the container: `docker run --rm autograder doctor` says how well.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE rubric.yaml ./
COPY grader grader
RUN pip wheel --quiet --no-cache-dir --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=build /wheels /wheels
RUN pip install --quiet --no-cache-dir --no-index --find-links /wheels tictactoe-grader && rm -r /wheels
ENV HOME=/tmp
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["grader"]
CMD ["--help"]
