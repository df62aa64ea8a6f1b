// Prints a line of JSON for each file: what javac's own tree declares, and the texts of its literals.
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

public class Declared {
    public static void main(String[] files) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        System.setOut(new java.io.PrintStream(System.out, true, StandardCharsets.UTF_8));
        for (String file : files) {
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            JavacTask task = (JavacTask) compiler.getTask(null, manager, problems, null, null, manager.getJavaFileObjects(Path.of(file)));
            List<String> kinds = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                for (Tree declared : unit.getTypeDecls()) {
                    kinds.add(declared.getKind().name());
                    for (Tree member : ((ClassTree) declared).getMembers()) kinds.add(member.getKind().name());
                }
                new TreeScanner<Void, Void>() {
                    @Override public Void visitLiteral(LiteralTree literal, Void nothing) {
                        if (literal.getValue() instanceof String text) texts.add(text);
                        return null;
                    }
                }.scan(unit, null);
            }
            if (!problems.getDiagnostics().isEmpty()) throw new IllegalStateException(file + ": " + problems.getDiagnostics());
            StringBuilder line = new StringBuilder("[" + quoted(String.join(" ", kinds)));
            for (String text : texts) line.append(",").append(quoted(text));
            System.out.println(line.append("]"));
        }
    }

    // Escapes all but plain letters, so that the line is one line of ASCII.
    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            boolean isPlain = unit > ' ' && unit < 127 && unit != '"' && unit != '\\' || unit == ' ';
            out.append(isPlain ? String.valueOf(unit) : String.format("\\u%04x", (int) unit));
        }
        return out.append("\"").toString();
    }
}
